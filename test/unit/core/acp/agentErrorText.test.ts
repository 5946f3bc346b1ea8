/** What people read of an agent's error. The texts are those of recorded agents. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentErrorText } from '../../../../src/core/acp/shared/errors.ts';
import { growth } from '../../../tools/growth.ts';

const said = 'scripted failure of the fake model';
const answer = JSON.stringify({ type: 'error', error: { type: 'api_error', message: said } });

describe('the text of an error', () => {
	it('is the sentence in what a service answered, alone or behind words', () => {
		assert.equal(agentErrorText(JSON.stringify({ error: { code: 401, message: said } }), undefined), said);
		const behind = `Internal error: API Error: 500 ${answer}`;
		assert.equal(agentErrorText(behind, undefined), `Internal error: API Error: 500 ${said}`);
		assert.equal(agentErrorText(`Failed [500]: ${answer}`, undefined), `Failed [500]: ${said}`);
		assert.equal(agentErrorText(`${answer} · try again`, undefined), `${said} · try again`);
		assert.equal(agentErrorText('Internal error', { details: answer }), said);
		assert.equal(agentErrorText(`[${answer}]`, undefined), said);
		assert.equal(agentErrorText(JSON.stringify({ error: said }), undefined), said);
	});

	it('is found where one service has passed on the answer of another', () => {
		const passed = JSON.stringify({ error: { message: answer, code: 500 } });
		assert.equal(agentErrorText(`got status: 500. ${passed}`, undefined), `got status: 500. ${said}`);
	});

	it('stays as it is where there is no sentence in it', () => {
		for (const text of [
			'',
			'Plain',
			'a {b} c',
			'{"code":1}',
			'[1]',
			'{"error":{"message":""}}',
			'}{',
			'[[[[',
		])
			assert.equal(agentErrorText(text, undefined), text);
	});

	it('takes no time, whatever it is', () => {
		const times = growth((length) => agentErrorText('{'.repeat(length), undefined), 2_000);
		assert.ok(times < 24, `${times} times as long for eight times the length`);
	});
});
