import { FaultBook, type PlannedFault } from './faults/faults';
import { Line, RequestWindow } from './limits';
import { Recorder, type RecordedRequest, type RequestCounts } from './recorder';
import type { DialectName, LiveSettings, SandboxSettings, Tokens } from './settings';
import { seedState, type State } from './seed';

/** All that a running sandbox holds, apart from its server. */
export class Core {
	readonly accountId: number;
	readonly tokens: Tokens;
	/** The records as they are now. */
	state: State;
	readonly recorder = new Recorder();
	readonly faults = new FaultBook();
	readonly line = new Line();
	window = new RequestWindow();
	live: LiveSettings;

	constructor(readonly settings: SandboxSettings) {
		this.accountId = settings.accountId;
		this.tokens = settings.tokens;
		this.state = seedState(settings);
		this.live = settings;
	}

	/** All since the start or the last reset, oldest first. */
	get requests(): readonly RecordedRequest[] {
		return this.recorder.requests;
	}

	get counts(): RequestCounts {
		return this.recorder.counts;
	}

	/** Puts one fault in place of all before; null takes them all away. */
	setFault(fault: PlannedFault | null): void {
		this.faults.replace(fault ? [fault] : []);
	}

	/** Adds a fault to those before. */
	addFault(fault: PlannedFault): void {
		this.faults.add(fault);
	}

	setDialect(dialect: DialectName): void {
		this.configure({ dialect });
	}

	/** Changes dialect, latency, rate limit or capacity from the next request on. */
	configure(changes: Partial<LiveSettings>): void {
		this.live = { ...this.live, ...changes };
	}

	/** Records, requests, faults and settings as they were at the start. */
	reset(): void {
		this.state = seedState(this.settings);
		this.live = this.settings;
		this.faults.replace([]);
		this.recorder.requests = [];
		this.window = new RequestWindow();
	}
}
