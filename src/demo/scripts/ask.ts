import type { CreateElicitationResponse, ElicitationSchema } from '@agentclientprotocol/sdk';
import type { Script } from '../script.ts';

/** Every kind of property that a form may have. */
const requestedSchema: ElicitationSchema = {
	type: 'object',
	title: 'A new project',
	description: 'Nothing of this is kept or sent anywhere.',
	properties: {
		name: {
			type: 'string',
			title: 'Name',
			description: 'Small letters, digits and hyphens',
			pattern: '^[a-z][a-z0-9-]*$',
			minLength: 2,
			maxLength: 30,
			default: 'my-project',
		},
		email: { type: 'string', title: 'Email', description: 'Who answers for it', format: 'email' },
		budget: { type: 'number', title: 'Budget', description: 'In any currency', minimum: 0, default: 9.5 },
		people: { type: 'integer', title: 'People', minimum: 1, maximum: 12, default: 3 },
		isPublic: { type: 'boolean', title: 'Public', description: 'Everybody may read it', default: true },
		licence: {
			type: 'string',
			title: 'Licence',
			oneOf: [
				{ const: 'mit', title: 'MIT', description: 'Short and permissive' },
				{ const: 'apache', title: 'Apache 2.0', description: 'Permissive, with a word on patents' },
				{ const: 'none', title: 'None yet' },
			],
			default: 'mit',
		},
		language: {
			type: 'string',
			title: 'Language',
			enum: ['C++', 'Go', 'Java', 'Kotlin', 'Python', 'Rust', 'Swift', 'TypeScript'],
			default: 'TypeScript',
		},
		extras: {
			type: 'array',
			title: 'Extras',
			description: 'At most two',
			items: {
				anyOf: [
					{ const: 'tests', title: 'Tests', description: 'One that passes' },
					{ const: 'docs', title: 'Documentation' },
					{ const: 'ci', title: 'A pipeline' },
				],
			},
			maxItems: 2,
			default: ['tests'],
		},
	},
	required: ['name', 'licence', 'people'],
};

export const ask: Script = {
	name: 'ask',
	description: 'Asks you to fill in a form with every kind of field',
	async run(turn) {
		if (!turn.client.showsForms) {
			await turn.say('This client does not show forms (`elicitation.form`), so I do not ask.');
			return;
		}
		const message = 'I need to know a few things about the project that I am not going to create.';
		const answer = await turn.elicit({ mode: 'form', message, requestedSchema });
		await turn.say(inWords(answer));
	},
};

function inWords(answer: CreateElicitationResponse): string {
	if (answer.action === 'decline') return 'You would rather not say. That is fine.';
	if (answer.action !== 'accept') return 'You closed the form without an answer.';
	// Four backticks: an answer may hold a fence of its own.
	return `You answered:\n\n\`\`\`\`json\n${JSON.stringify(answer['content'] ?? {}, undefined, 2)}\n\`\`\`\`\n`;
}
