/** A small picture, painted and packed as a PNG without any library. */
import { crc32, deflateSync } from 'node:zlib';

const width = 192;
const height = 120;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Colour = readonly [red: number, green: number, blue: number];

const night: Colour = [28, 31, 74];
const dusk: Colour = [242, 132, 92];
const sun: Colour = [255, 214, 112];
const hill: Colour = [38, 84, 74];
const nearHill: Colour = [20, 50, 52];

/** Evening over two hills, as base64 of a PNG. */
export function drawPicture(): string {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// 8 bits for each of red, green and blue.
	header.set([8, 2, 0, 0, 0], 8);
	const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))));
	const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
	return Buffer.concat([signature, ...parts]).toString('base64');
}

/** One line of pixels behind the byte that says "not filtered". */
function row(y: number): Buffer {
	return Buffer.from([0, ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat()]);
}

function colourAt(x: number, y: number): Colour {
	if (y > 96 + 9 * Math.sin(x / 23 + 2)) return nearHill;
	if (y > 80 + 12 * Math.sin(x / 31)) return hill;
	if (Math.hypot(x - 128, y - 62) < 22) return sun;
	return mix(night, dusk, y / 90);
}

function mix(from: Colour, to: Colour, share: number): Colour {
	const at = (index: 0 | 1 | 2): number =>
		Math.round(from[index] + (to[index] - from[index]) * Math.min(share, 1));
	return [at(0), at(1), at(2)];
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(data.length, 0);
	frame.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
