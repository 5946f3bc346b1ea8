/** What goes wrong with real agents, on demand. */
import { errorCodes, WireError } from '../../core/acp/wire.ts';
import type { Script } from '../script.ts';

export const fail: Script = {
	name: 'fail',
	description: 'Answers the prompt with an error',
	async run(turn) {
		await turn.say('I will try, but ');
		throw new WireError(errorCodes.internalError, 'The demo agent failed because you asked it to.', {
			details: 'Nothing is wrong: this is what an error of an agent looks like.',
		});
	},
};

export const crash: Script = {
	name: 'crash',
	description: 'Ends the process of the agent in the middle of the turn',
	async run(turn) {
		await turn.say('Something is about to go wrong: ');
		await turn.startTool({ title: 'Divide by zero', kind: 'execute', status: 'in_progress' });
		turn.session.transcript.flush();
		process.stderr.write('demo agent: crashing because the prompt said so\n');
		process.exit(3);
	},
};

export const refuse: Script = {
	name: 'refuse',
	description: 'Refuses to answer',
	async run(turn) {
		await turn.say('I would rather not talk about this.');
		return 'refusal';
	},
};

export const noise: Script = {
	name: 'noise',
	description: 'Prints a line that is no message where only messages belong',
	async run(turn) {
		await turn.say('A library of mine is about to print something. ');
		process.stdout.write('npm WARN demo: this line is not JSON\n');
		await turn.say('You should see this all the same.');
	},
};
