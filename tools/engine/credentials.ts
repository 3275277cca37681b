import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeProperties,
} from 'n8n-workflow';

/** Decrypted credentials by type, as a run uses them. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/**
 * Gives the engine the credentials of a run, where n8n itself would take them from its database.
 *
 * @param types the credential types that the loaded packages bring
 * @param data what the user typed into each of them
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
			throw new Error(`The credential ${typeName} has no authenticate function`);
		}
		return await authenticate(credentials, request);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getDecrypted(
		_additionalData: unknown,
		_details: INodeCredentialsDetails,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.data[typeName];
		if (!data) throw new Error(`The run has no credential of type ${typeName}`);
		return { ...data };
	}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.types[typeName]?.properties ?? [];
	}
}
