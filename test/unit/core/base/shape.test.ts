import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	anything,
	boolean,
	either,
	entriesOf,
	itemsOf,
	list,
	matches,
	nullable,
	number,
	object,
	oneOf,
	optional,
	read,
	record,
	text,
	type TypeOf,
	variants,
	where,
	withDefault,
} from '../../../../src/core/base/shape.ts';
import { Random } from '../../host/random.ts';

const person = object({
	name: text,
	age: optional(number),
	nick: withDefault(text, undefined),
	isNew: withDefault(boolean, true),
	manager: optional(nullable(text)),
});

describe('what a shape reads', () => {
	it('is a copy with the fields that the shape names', () => {
		const raw = { name: 'Ann', age: 3, isNew: false, manager: null, admin: true };
		const result: TypeOf<typeof person> | undefined = read(person, raw);
		assert.deepEqual(result, { name: 'Ann', age: 3, isNew: false, manager: null });
		assert.notEqual(result, raw);
	});

	it('lacks what may be missing, and has what is filled in', () => {
		assert.deepEqual(read(person, { name: 'Ann' }), { name: 'Ann', isNew: true });
		assert.deepEqual(read(person, { name: 'Ann', nick: 7, isNew: 'no' }), { name: 'Ann', isNew: true });
	});

	it('is nothing where a field is missing or has another shape', () => {
		for (const raw of [
			{},
			{ name: 1 },
			{ name: 'Ann', age: '3' },
			{ name: 'Ann', age: null },
			[],
			null,
			'Ann',
		]) {
			assert.equal(read(person, raw), undefined, JSON.stringify(raw));
		}
	});

	it('does not count fields that are inherited', () => {
		assert.equal(read(person, Object.create({ name: 'Ann' })), undefined);
		assert.equal(read(variants({ stop: {} }), Object.create({ type: 'stop' })), undefined);
	});

	it('is one of the variants, with the fields of all', () => {
		const shape = variants({ text: { text }, gap: {} }, { id: number });
		const parts: readonly (TypeOf<typeof shape> | undefined)[] = [
			read(shape, { type: 'text', text: 'a', id: 1 }),
			read(shape, { type: 'gap', text: 'a', id: 2 }),
		];
		assert.deepEqual(parts, [
			{ type: 'text', id: 1, text: 'a' },
			{ type: 'gap', id: 2 },
		]);
		for (const type of ['constructor', '__proto__', 'toString', undefined, 7]) {
			assert.equal(read(shape, { type, id: 1 }), undefined);
		}
	});

	it('refuses a list for one item, or leaves that out', () => {
		assert.deepEqual(read(list(text), ['a', 'b']), ['a', 'b']);
		assert.equal(read(list(text), ['a', 1]), undefined);
		assert.deepEqual(read(itemsOf(text), ['a', 1, 'b', null]), ['a', 'b']);
		assert.equal(read(itemsOf(text), { 0: 'a', length: 1 }), undefined);
	});

	it('refuses an object of names for one value, or leaves that out', () => {
		const raw: unknown = JSON.parse('{"__proto__": "a", "constructor": "b"}');
		assert.deepEqual(Object.entries(read(record(text), raw) ?? {}), [
			['__proto__', 'a'],
			['constructor', 'b'],
		]);
		assert.equal(read(record(text), { a: 'x', b: 1 }), undefined);
		assert.deepEqual(read(entriesOf(text), { a: 'x', b: 1 }), new Map([['a', 'x']]));
		assert.equal(read(entriesOf(text), ['x']), undefined);
	});

	it('is within its bounds', () => {
		const short = where(text, ({ length }) => length < 3);
		assert.equal(read(short, 'abc'), undefined);
		assert.equal(read(list(short, 2), ['a', 'b', 'c']), undefined);
		assert.equal(read(record(anything, short, 2), { a: 1, b: 2, c: 3 }), undefined);
		assert.equal(read(record(anything, short), { long: 1 }), undefined);
		assert.deepEqual(read(record(anything, short, 2), { a: 1, b: 2 }), { a: 1, b: 2 });
	});

	it('is one of the values, or of the shapes', () => {
		assert.equal(read(oneOf(1, 2), 2), 2);
		assert.equal(read(oneOf(1, 2), '2'), undefined);
		assert.equal(read(oneOf<never>(), undefined), undefined);
		assert.equal(matches(oneOf<never>(), undefined), false);
		assert.deepEqual(read(either(number, list(number)), [1]), [1]);
		assert.equal(read(either(number, list(number)), 'x'), undefined);
	});
});

it('a value matches as it stands, whatever else is in it', () => {
	const raw: unknown = { name: 'Ann', admin: true };
	assert.ok(matches(person, raw));
	assert.equal('admin' in raw, true);
});

it('the words of a shape are its names and fixed values, however deep', () => {
	const shape = variants({ choice: { by: optional(list(oneOf('you', 'me'))) } }, { id: nullable(number) });
	assert.deepEqual(new Set(shape.words), new Set(['type', 'choice', 'by', 'you', 'me', 'id']));
});

it('nothing makes a shape throw, and what it read it reads again', () => {
	const random = new Random(11);
	const shape = object({
		a: withDefault(itemsOf(person), []),
		text: withDefault(either(text, entriesOf(anything)), ''),
	});
	for (let n = 0; n < 2_000; n++) {
		const first = read(shape, random.json());
		if (first !== undefined && typeof first.text === 'string') assert.deepEqual(read(shape, first), first);
	}
});
