import { it } from 'node:test';
import { readFileSync } from 'node:fs';
import { useHarness } from './harness.ts';
import { sampleMessage, snapshot } from './samples.ts';
const harness = useHarness();
const src = readFileSync(new URL('./stream.webviewTest.ts', import.meta.url), 'utf8');
const document1 = eval(/const document1 = (`[^]*?[^\\]`);/.exec(src)![1]!);
const kinds: Record<string, (n: number) => string> = {
	mixed: (n) => `${document1}\n\n`.repeat(Math.ceil(n / document1.length)).slice(0, n),
	fence: (n) => `\`\`\`ts\n${'const value = compute(1, 2);\n'.repeat(n / 29)}`.slice(0, n),
	para: (n) => 'lorem ipsum dolor sit amet '.repeat(n / 27).slice(0, n),
};
it('perf', async () => {
	for (const [name, make] of Object.entries(kinds)) {
		if (process.env.KIND && process.env.KIND !== name) continue;
		for (const size of [512, 1024]) {
			const view = await harness.open();
			const cdp = await view.page.context().newCDPSession(view.page);
			await cdp.send('Performance.enable');
			const metrics = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
			await view.post(snapshot([sampleMessage('a', '', { isComplete: false })]));
			const before = await metrics();
			if (process.env.PROF && size === 1024) { await cdp.send('Profiler.enable'); await cdp.send('Profiler.start'); }
			const r = await view.page.evaluate(async (source) => {
				const longs: number[] = [];
				new PerformanceObserver((l) => l.getEntries().forEach((e) => longs.push(e.duration))).observe({ type: 'longtask' });
				let seq = 0, at = 0; const gaps: number[] = []; let last = performance.now();
				while (at < source.length) {
					const ops = [];
					for (let c = 0; c < 34 && at < source.length; c++, at += 20) ops.push({ type: 'text', id: 'a', text: source.slice(at, at + 20) });
					window.dispatchEvent(new MessageEvent('message', { data: { type: 'delta', generation: 1, seq: ++seq, ops } }));
					await new Promise((x) => requestAnimationFrame(x));
					gaps.push(performance.now() - last); last = performance.now();
				}
				gaps.sort((a, b) => a - b);
				return { longs: longs.sort((a, b) => b - a).slice(0, 5), n: longs.length, p50: gaps[gaps.length >> 1], p95: gaps[Math.floor(gaps.length * 0.95)], max: gaps.at(-1) };
			}, make(size * 1024));
			const after = await metrics();
			const d = (k: string) => ((after[k]! - before[k]!) * 1000).toFixed(0);
			console.log(name, size, 'task', d('TaskDuration'), 'script', d('ScriptDuration'), 'layout', d('LayoutDuration'), 'style', d('RecalcStyleDuration'), JSON.stringify(r));
			if (process.env.PROF && size === 1024) {
				const { profile } = await cdp.send('Profiler.stop');
				const self = new Map<string, number>(); const dt = profile.timeDeltas!; const byId = new Map(profile.nodes.map((n) => [n.id, n]));
				profile.samples!.forEach((id, i) => { const n = byId.get(id)!; const k = n.callFrame.functionName + ':' + n.callFrame.columnNumber; self.set(k, (self.get(k) ?? 0) + dt[i]!); });
				console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 15).map(([k, v]) => `${k} ${(v / 1000).toFixed(0)}`).join('\n'));
			}
			await view.page.close();
		}
	}
});
