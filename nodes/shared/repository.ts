/**
 * The public repository. If you change its address here, `npm run docs` changes it everywhere else: in
 * package.json, the codex files, the pages, `.github/`, and in the credential, where n8n's lint asks for
 * a literal.
 */
export const REPOSITORY =
	'https://github.com/customer-conversation/n8n-nodes-customer-conversation';
