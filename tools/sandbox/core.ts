import { ActiveFaults, type PlannedFault } from './faults/faults';
import { RequestWindow } from './limits';
import { Recorder, type RecordedRequest, type RequestCounts } from './recorder';
import type { DialectName, LiveSettings, SandboxSettings, Tokens } from './settings';
import { seedState, type State } from './seed';

/** The state of a running mock server, without the HTTP server itself. */
export class Core {
	readonly accountId: number;
	readonly tokens: Tokens;
	/** The current records. */
	state: State;
	readonly recorder = new Recorder();
	readonly faults = new ActiveFaults();
	/** How many requests are served now, if there is a capacity. */
	serving = 0;
	window = new RequestWindow();
	live: LiveSettings;

	constructor(readonly settings: SandboxSettings) {
		this.accountId = settings.accountId;
		this.tokens = settings.tokens;
		this.state = seedState(settings);
		this.live = settings;
	}

	/** All requests since the start or the last reset, oldest first. */
	get requests(): readonly RecordedRequest[] {
		return this.recorder.requests;
	}

	get counts(): RequestCounts {
		return this.recorder.counts;
	}

	/** Replaces all faults with one. Null removes all faults. */
	setFault(fault: PlannedFault | null): void {
		this.faults.replace(fault ? [fault] : []);
	}

	/** Adds a fault to the active ones. */
	addFault(fault: PlannedFault): void {
		this.faults.add(fault);
	}

	setDialect(dialect: DialectName): void {
		this.configure({ dialect });
	}

	/** Changes some of the live settings, starting with the next request. */
	configure(changes: Partial<LiveSettings>): void {
		this.live = { ...this.live, ...changes };
	}

	/** Restores the records, requests, faults and settings of the start. */
	reset(): void {
		this.state = seedState(this.settings);
		this.live = this.settings;
		this.faults.replace([]);
		this.recorder.requests = [];
		this.window = new RequestWindow();
	}
}
