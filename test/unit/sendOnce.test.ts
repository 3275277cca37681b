import { sendOnce } from '../../nodes/shared/http/sendOnce';

it('sends nothing if the file of a request can no longer be read', async () => {
	const client = jest.fn();
	const body = async () => await Promise.reject(new Error('The file is gone'));
	const { response } = await sendOnce(client, { method: 'POST', url: '/', body });
	expect(response).toMatchObject({ kind: 'unreadableFile', message: 'The file is gone' });
	expect(client).not.toHaveBeenCalled();
});
