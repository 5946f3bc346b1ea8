import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDecoder, type Decoded, maxDecodeDepth } from '../../../../src/core/acp/decoder.ts';

/** A decoder for one schema called `T`. */
function decode(schema: object, value: unknown, others: object = {}): Decoded<unknown> {
	return createDecoder({ $defs: { ...others, T: schema } }).decode('T', value);
}

function valueOf(decoded: Decoded<unknown>): unknown {
	assert.ok(decoded.ok, decoded.ok ? '' : decoded.error);
	return decoded.value;
}

function errorOf(decoded: Decoded<unknown>): string {
	assert.ok(!decoded.ok);
	return decoded.error;
}

const forgiving = { 'x-deserialize-default-on-error': true };
const person = {
	type: 'object',
	properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, ...forgiving } },
	required: ['name'],
};

describe('decoder', () => {
	it('gives the very same value back when nothing is wrong, unknown fields included', () => {
		const value = { name: 'a', age: 1, models: { x: [1] } };
		assert.equal(valueOf(decode(person, value)), value);
	});

	it('says where and why a value does not fit', () => {
		const list = { type: 'object', properties: { people: { type: 'array', items: person } } };
		assert.equal(
			errorOf(decode(list, { people: [{ name: 'a' }, { name: 1 }] })),
			'people.1.name: should be string',
		);
		assert.equal(errorOf(decode(list, { people: [{}] })), 'people.0: name is missing');
	});

	it('leaves out a forgivable field that is malformed, and does not touch the input [acp C65]', () => {
		const value = { name: 'a', age: 'old', extra: 1 };
		assert.deepEqual(valueOf(decode(person, value)), { name: 'a', extra: 1 });
		assert.equal(value.age, 'old');
	});

	it('empties a required list that is malformed', () => {
		const schema = {
			type: 'object',
			properties: { list: { type: 'array', items: { type: 'string' }, ...forgiving } },
			required: ['list'],
		};
		assert.deepEqual(valueOf(decode(schema, { list: 7 })), { list: [] });
		assert.equal(errorOf(decode(schema, {})), 'list is missing');
	});

	it('drops malformed items of a list that allows it', () => {
		const schema = { type: 'array', items: { type: 'string' }, 'x-deserialize-skip-invalid-items': true };
		assert.deepEqual(valueOf(decode(schema, ['a', 1, 'b', null])), ['a', 'b']);
	});

	it('reads null as empty where the schema says so', () => {
		const mark = { 'x-deserialize-default-on-null': true };
		assert.deepEqual(valueOf(decode({ type: 'array', items: { type: 'string' }, ...mark }, null)), []);
		assert.deepEqual(valueOf(decode({ type: 'object', ...mark }, null)), {});
	});

	it('takes the branch that the tag names, and names an unknown tag', () => {
		const branch = (tag: string, name: string): object => ({
			type: 'object',
			properties: { type: { const: tag }, [name]: { type: 'string' } },
			required: ['type', name],
		});
		const schema = { oneOf: [branch('a', 'x'), branch('b', 'y')], discriminator: { propertyName: 'type' } };
		assert.ok(decode(schema, { type: 'b', y: '1' }).ok);
		assert.equal(errorOf(decode(schema, { type: 'b', x: '1' })), 'y is missing');
		assert.equal(errorOf(decode(schema, { type: 'c' })), 'unknown type "c"');
		assert.equal(errorOf(decode(schema, {})), 'unknown type undefined');
	});

	it('refuses what another shape reserves', () => {
		const schema = { type: 'object', not: { properties: { mode: { const: 'form' } }, required: ['mode'] } };
		assert.ok(!decode(schema, { mode: 'form' }).ok);
		assert.ok(decode(schema, { mode: 'other' }).ok);
	});

	it('checks ranges, lengths and lists of values', () => {
		assert.ok(!decode({ type: 'integer', format: 'uint32' }, 2 ** 32).ok);
		assert.ok(!decode({ type: 'integer' }, 1.5).ok);
		assert.ok(!decode({ type: 'string', minLength: 1 }, '').ok);
		assert.ok(!decode({ type: 'array', minItems: 1 }, []).ok);
		assert.ok(!decode({ enum: ['a', 'b'] }, 'c').ok);
		assert.ok(decode({ type: ['integer', 'null'] }, null).ok);
	});

	it('treats __proto__ and constructor as data [hazard A11]', () => {
		const hostile: unknown = JSON.parse(
			'{"name":"a","age":"x","__proto__":{"polluted":1},"constructor":{"y":2}}',
		);
		const value = valueOf(decode(person, hostile));
		const expected: unknown = JSON.parse('{"name":"a","__proto__":{"polluted":1},"constructor":{"y":2}}');
		assert.deepEqual(JSON.stringify(value), JSON.stringify(expected));
		assert.equal(Reflect.get({}, 'polluted'), undefined);
		const needs = { type: 'object', required: ['constructor'] };
		assert.equal(errorOf(decode(needs, {})), 'constructor is missing');
		const map = { type: 'object', additionalProperties: { type: 'string' } };
		assert.equal(errorOf(decode(map, JSON.parse('{"__proto__":1}'))), '__proto__: should be string');
	});

	it('refuses a value that nests without end instead of running out of stack [hazard A11]', () => {
		const tree = { type: 'array', items: { $ref: '#/$defs/T' } };
		let deep: unknown = [];
		for (let depth = 0; depth < 100_000; depth++) deep = [deep];
		assert.match(errorOf(decode(tree, deep)), /nested too deeply/);
		let shallow: unknown = [];
		for (let depth = 0; depth < maxDecodeDepth / 4; depth++) shallow = [shallow];
		assert.ok(decode(tree, shallow).ok);
	});

	it('does not walk free-form values, however deep they are [hazard A11]', () => {
		let deep: unknown = 'end';
		for (let depth = 0; depth < 100_000; depth++) deep = { deep };
		const schema = { type: 'object', properties: { rawInput: { ...forgiving } } };
		const value = { rawInput: deep };
		assert.equal(valueOf(decode(schema, value)), value);
	});

	it('refuses to start without a schema', () => {
		assert.throws(() => createDecoder(null), /no \$defs/);
		assert.throws(() => createDecoder({ $defs: {} }).decode('T', 1), /no definition T/);
	});
});
