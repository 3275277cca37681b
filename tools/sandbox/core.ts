import { FaultBook } from './faults/faults';
import { Line, RequestWindow } from './limits';
import { Recorder } from './recorder';
import { LIVE_SETTINGS, type LiveSettings, type SandboxSettings } from './settings';
import { seedState, type State } from './seed';

function liveSettings(settings: SandboxSettings): LiveSettings {
	const live = LIVE_SETTINGS.map((name) => [name, settings[name]]);
	return Object.fromEntries(live) as LiveSettings;
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
