/** What the demo agent has to say, as Markdown. */

interface TourFacts {
	readonly name: string;
	readonly wasRead: boolean;
	readonly edit: 'written' | 'failed';
	/** Undefined when no command was run. */
	readonly exitCode: number | null | undefined;
}

/** The end of the tour: what happened, and what to try next. */
export function tourSummary({ name, wasRead, edit, exitCode }: TourFacts): string {
	return `## What happened

| Step | Through | Result |
| --- | --- | --- |
| Read ${name} | \`fs/read_text_file\` | ${wasRead ? 'read, unsaved changes included' : 'skipped'} |
| Change ${name} | \`fs/write_text_file\` | ${edit === 'written' ? 'written, undo works' : 'skipped'} |
| Run a command | \`terminal/create\` | ${exitCode === undefined ? 'skipped' : `exit code ${exitCode}`} |

### What to try next

- **/permission** asks before it runs a command
- **/multi** changes two files at once
- **/slow** goes on until you press *Stop*
- **/markdown** shows everything that an answer can hold
- **/ask** gives you a form to fill in, **/visit** a page to open
- **/build** runs something longer in a terminal, **/metashell** the same outside of your terminals
- **/follow** walks through your files while you watch
- **/image** paints a picture; attach one of yours and I say what I see
- **/login** wants you to log in first
- **/notice** and **/compact** show what agents say beside the conversation
- **/retry** loses the line to its model and tries again; **/retry fail** gives up

The selectors below the chat (mode, model, thoughts, verbose) are mine as well: **/mode** turns one of them from my side,
and another model brings other levels of thought.

To talk to a real agent, add it to your settings:

\`\`\`json
{
	"acpHost.agents": {
		"My Agent": { "command": "my-agent", "args": ["--acp"] }
	}
}
\`\`\`
`;
}

export const richMarkdown = `# Everything in one answer

A paragraph with **bold**, *italic*, ~~struck~~ and \`inline code\`, a [link](https://agentclientprotocol.com)
and an emoji 🎉. Text that looks like HTML stays text: <b>not bold</b> and <script>alert(1)</script>.

## Lists

1. First
2. Second, with parts
   - one
   - two
     - deeper
3. Third

- [x] Done
- [ ] To do

## Code

\`\`\`typescript
interface Greeting {
	readonly name: string;
}

export function greet({ name }: Greeting): string {
	return \`Hello, \${name}!\`;
}
\`\`\`

\`\`\`python
def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
\`\`\`

\`\`\`diff
-const answer = 41;
+const answer = 42;
\`\`\`

\`\`\`
A fence without a language, and a line that is much too long for a narrow sidebar, so that it has to scroll sideways.
\`\`\`

## Table

| Method | Direction | Kind |
| :--- | :---: | ---: |
| \`session/prompt\` | client → agent | request |
| \`session/update\` | agent → client | notification |
| \`fs/read_text_file\` | agent → client | request |

## Quote

> A protocol is a promise between programs.
>
> > And a quote may hold a quote.

---

Right to left: שלום עולם. Far east: 你好,世界。 A letter of two parts: e\u0301.
`;
