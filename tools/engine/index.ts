/** n8n's own engine without n8n. The demo, the tests and the benchmark run workflows on it. */
import './environment';
import 'reflect-metadata';

export type { CredentialData } from './credentials';
export { credentialFor, oneNode } from './oneNode';
export { loadPackage, type LoadedPackage } from './package';
export {
	type Execution,
	outputOf,
	plainText,
	runWorkflow,
	startWorkflow,
	type WorkflowFile,
} from './run';
