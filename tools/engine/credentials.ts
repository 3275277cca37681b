import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** Decrypted credentials of a run, by type. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/**
 * Provides the credentials of a run, which n8n would read from its database.
 *
 * @param types the credential types of the loaded packages
 * @param data the values of each credential
 */
export class RunCredentials {
	constructor(
		private readonly types: Record<string, ICredentialType>,
		private readonly data: CredentialData,
	) {}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.types[typeName];
		if (typeof authenticate !== 'function') {
			throw new Error(`The credential type ${typeName} has no authenticate function`);
		}
		return await authenticate(credentials, request);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	/** Evaluates the expressions in a credential for the current item, as n8n does. */
	async getDecrypted(
		_additionalData: unknown,
		_details: INodeCredentialsDetails,
		typeName: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.data[typeName];
		if (!data) throw new Error(`This run has no credential of type ${typeName}`);
		if (!values) return { ...data };
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			data as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
		) as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.types[typeName]?.properties ?? [];
	}
}
