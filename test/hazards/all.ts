/** Every hazard, in the order in which the table is printed. */
import { sized } from '../tools/sized.ts';
import { hazard, type Hazard } from './hazard.ts';

export interface HazardGroup {
	readonly title: string;
	readonly hazards: readonly Hazard[];
}

const asRules = 'Windows and macOS: the rules are tested as pure functions only';

export const hazardGroups: readonly HazardGroup[] = [
	{
		title: 'A. Bytes and frames',
		hazards: [
			hazard('A1', 'the same messages however the stream of bytes is cut'),
			hazard('A2', 'noise on stdout is skipped and counted, no valid message is lost'),
			hazard('A3', 'a line of 32 MiB is read, a longer one ends the connection, not the window', {
				isMeasured: true,
			}),
			hazard('A4', 'reading a line costs time in proportion to its length', { isMeasured: true }),
			hazard('A5', 'a bad message is answered or dropped and harms no other', {
				least: 300,
				isMeasured: true,
			}),
			hazard('A6', 'each request is answered once, whatever ids are repeated or made up'),
			hazard('A7', 'a flood of updates is read in order, in bounded memory, and can be stopped', {
				isMeasured: true,
			}),
			hazard('A8', 'an agent that reads nothing fails at a bound, it blocks nothing'),
			hazard('A9', 'an agent that leaves between two writes causes no unhandled error'),
			hazard('A10', 'unknown methods are refused, unknown updates skipped and logged once'),
			hazard('A11', 'names of the prototype are data, and any depth is survived'),
			hazard('A12', 'a line to an agent at an address that goes dead without a word is found within 40 s'),
		],
	},
	{
		title: 'B. Life of processes',
		hazards: [
			hazard('B1', 'nothing of the agent is left after stop, reload or close', {
				least: 25,
				isMeasured: true,
				platform: 'Windows ends the tree with taskkill; only its command line is tested',
			}),
			hazard('B2', 'nothing of the agent is left when the extension host is killed', {
				isMeasured: true,
				platform: 'POSIX only; on Windows descendants may stay',
			}),
			hazard('B3', 'an agent that dies at any point ends its turn visibly; the next prompt starts anew', {
				// Every stage in `npm test`, every stage in every way in `npm run test:long`.
				least: sized(84, 28),
			}),
			hazard('B4', 'no agent is started again without the user; a crash loop is named'),
			hazard('B5', 'an agent that hangs is named, then given up; work is never cut off'),
			hazard('B6', 'Stop is sent once, Force Stop is offered after 5 s'),
			hazard('B7', 'a program that cannot be started is named with its reason'),
			hazard('B8', 'what was written before the exit is still read'),
			hazard('B9', 'stderr is kept in bounded memory, without control sequences', {
				isMeasured: true,
				noted: '1 GiB: 1.6 MiB more (npm run soak)',
			}),
			hazard('B10', 'arguments reach a Windows script unchanged, never through a shell', {
				platform: 'Windows: the command line is tested as a pure function only',
			}),
			hazard('B11', 'an idle agent costs no time', { isMeasured: true }),
			hazard('B12', 'a line to an address that breaks is opened again, and no prompt is sent twice'),
		],
	},
	{
		title: 'C. Turns and permissions',
		hazards: [
			hazard('C1', 'a permission request is answered exactly once, whatever races'),
			hazard('C2', 'parallel requests wait in order, one list at a time, none is lost'),
			hazard('C3', 'Escape answers nothing'),
			hazard('C4', 'Stop answers every open request, before the cancel is sent'),
			hazard('C5', 'only an option that the agent offered is ever sent'),
			hazard('C6', 'a stray key answers nothing'),
			hazard('C7', 'the whole command can be read; what hides in it is made visible'),
			hazard('C8', 'no setting of a workspace can allow anything'),
			hazard('C9', 'an answer counts for what was shown, not for what it became'),
			hazard('C10', 'one prompt at a time; others wait visibly'),
			hazard('C11', 'what came before the end of a turn stands before it'),
			hazard('C12', 'a login that is missing is asked for, and the text comes back'),
			hazard('C13', 'what the host asks and runs is out of reach of what an agent says of its own'),
		],
	},
	{
		title: 'D. Files and diffs',
		hazards: [
			hazard('D1', 'paths out of the workspace are asked about, however they are written', {
				least: 120,
				isMeasured: true,
				platform: asRules,
			}),
			hazard('D2', 'a link that appears meanwhile is not written through', {
				isMeasured: true,
				platform:
					'without any race for new files on Linux; elsewhere, and for files that VS Code saves, checked right before and after',
			}),
			hazard('D3', 'writing what configures editors, agents or version control is always asked about', {
				least: 60,
			}),
			hazard('D4', 'what the user typed is never lost to a write of the agent', { isMeasured: true }),
			hazard('D5', 'encoding, byte order mark and line ends of a file stay', { least: 8 }),
			hazard('D6', 'huge, binary and special files are refused at once', { least: 10 }),
			hazard('D7', 'lines count from 1, past the end is empty'),
			hazard('D8', 'a write that is not complete changes nothing', { isMeasured: true }),
			hazard('D9', 'texts of diffs are bounded, cannot be edited and close with their session', {
				isMeasured: true,
			}),
			hazard('D10', 'a diff shows what is written, never what is not'),
			hazard(
				'D11',
				'what an agent names is looked at unasked only in the workspace and in bounds, never on another machine',
				{
					platform: asRules,
				},
			),
			hazard('D12', 'a write that succeeds is on the disk, whatever an editor shows'),
			hazard('D13', 'what an agent changed is seen whatever way it took, and nothing else is'),
			hazard('D14', 'keeping and undoing takes away no line of the user, and does what was shown or nothing'),
			hazard(
				'D15',
				'going back loses no line of the user, touches only what agents have touched, and is never half done',
				{ isMeasured: true },
			),
		],
	},
	{
		title: 'E. The chat view',
		hazards: [
			hazard('E1', 'no script and no element of foreign text comes to life', { isMeasured: true }),
			hazard('E2', 'nothing that an agent says makes a request to the network', { isMeasured: true }),
			hazard('E3', 'only links to the web, to mail and to files of the workspace are live', { least: 40 }),
			hazard('E4', 'a forged message of the view has no effect', { isMeasured: true }),
			hazard('E5', 'showing what streams in costs little of each frame'),
			hazard('E6', 'a long conversation opens, resizes and takes keys quickly', {
				noted: 'resizing 3,000 entries, in test/bench/README.md',
			}),
			hazard('E7', 'a view that was hidden or lost messages shows the true state again'),
			hazard('E8', 'nothing waits for a view that does not answer'),
			hazard('E9', 'the reading position stays while text comes'),
			hazard('E10', 'of control sequences only colours remain, cut anywhere', { least: 60 }),
			hazard('E11', 'huge texts are shown in part, and say so'),
		],
	},
	{
		title: 'F. Configuration, trust, environment, logs',
		hazards: [
			hazard('F1', 'a workspace can start, allow, redirect and send nothing'),
			hazard('F2', 'without trust no command does anything', { least: 3 }),
			hazard('F3', 'no command line runs and no address is called that the user has not seen and approved'),
			hazard('F4', "VS Code's own environment does not reach an agent"),
			hazard('F5', 'no secret is in logs, state or the view', { isMeasured: true }),
			hazard('F6', 'no line of a log is longer than 2 KiB'),
			hazard('F7', 'no temporary file is left'),
			hazard('F8', 'the extension connects to nothing but an address that the user approved'),
			hazard('F9', 'nothing is loaded but what is in the package'),
			hazard('F10', 'a repository puts nothing in the place of what a launcher such as npx is to run'),
			hazard(
				'F11',
				'a secret goes to the server that it was entered for, and off this machine unencrypted only after a question',
			),
			hazard(
				'F12',
				'what is for an address reaches no other: its certificate is checked, no redirect is followed',
			),
		],
	},
	{
		title: 'G. Life of the window, storage',
		hazards: [
			hazard('G1', 'a reload keeps the conversation and marks the turn that it cut off'),
			hazard('G2', 'what is typed is not lost: reload, hide, switch, crash, refused login'),
			hazard('G3', 'two windows do not spoil what the other one stored'),
			hazard('G4', 'damaged or foreign storage is ignored with one line'),
			hazard('G5', 'opening and closing leaves nothing behind', {
				isMeasured: true,
				noted: '100 cycles: no more heap, listeners, handles or processes (npm run soak)',
			}),
			hazard('G6', 'activation is quick and starts nothing'),
			hazard('G7', 'a long history is replayed quickly and as history'),
		],
	},
];
