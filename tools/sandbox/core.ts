import { DIALECTS } from './dialects';
import type { Dialect } from './dialect';
import { FaultBook } from './faults';
import { Line, RequestWindow } from './limits';
import { Recorder } from './recorder';
import { seedState } from './seed';
import type { LiveSettings, SandboxSettings } from './settings';
import type { State } from './state';

function liveSettings({ dialect, latencyMs, rateLimit, capacity }: SandboxSettings): LiveSettings {
	return { dialect, latencyMs, rateLimit, capacity };
}

/** All that a running sandbox holds, apart from its server. */
export class Core {
	readonly recorder: Recorder;
	readonly faults = new FaultBook();
	readonly line = new Line();
	window = new RequestWindow();
	state: State;
	live: LiveSettings;

	constructor(readonly settings: SandboxSettings) {
		this.recorder = new Recorder(settings.recordLimit);
		this.state = seedState(settings);
		this.live = liveSettings(settings);
	}

	get dialect(): Dialect {
		return DIALECTS[this.live.dialect];
	}

	/** Changes some of the settings from the next request on. */
	configure(changes: Partial<LiveSettings>): void {
		this.live = { ...this.live, ...changes };
	}

	/** Records, requests, faults and settings as they were at the start. */
	reset(): void {
		this.state = seedState(this.settings);
		this.live = liveSettings(this.settings);
		this.faults.replace([]);
		this.recorder.clear();
		this.window = new RequestWindow();
	}
}
