import { shownText, withoutToken } from '../../nodes/shared/failure/failure';

it('limits the length of a headline', () => {
	expect(shownText('x'.repeat(1000), '')).toMatch(/^x{297}\.\.\.$/);
	expect(shownText('x'.repeat(300), '')).toBe('x'.repeat(300));
});

it.each([280, 290, 297, 299, 310])('never shows half a token that begins at %s', (before) => {
	const text = shownText(`${'x'.repeat(before)}secret-1f2e3d`, 'secret-1f2e3d');
	expect(text).not.toContain('se');
});

it.each(['', 'token'])('does not change a text without %p in it', (token) => {
	expect(withoutToken('Not found', token)).toBe('Not found');
});
