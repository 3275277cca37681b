import { clearLine, cursorTo } from 'node:readline';
import type { WriteStream } from 'node:tty';

/**
 * Shows what is going on in one line that is written over again and again. Where the output is no
 * terminal, nothing is shown: a log needs no such line.
 *
 * @returns a function that shows a text, or takes the line away if it is blank
 */
export function progressLine(stream: WriteStream): (text: string) => void {
	if (!stream.isTTY) return () => undefined;
	return (text) => {
		clearLine(stream, 0);
		cursorTo(stream, 0);
		stream.write(text.slice(0, stream.columns - 1));
	};
}
