import * as vscode from 'vscode';
import type { ProxySettings } from '../../node/transport/proxy.ts';

/** What VS Code is told of proxies and authorities; read anew on each use. */
export function proxySettings(): ProxySettings {
	const http = vscode.workspace.getConfiguration('http');
	return {
		support: http.get('proxySupport') ?? 'override',
		proxy: http.get('proxy') ?? '',
		noProxy: http.get<readonly string[]>('noProxy') ?? [],
		isStrict: http.get('proxyStrictSSL') ?? true,
		authorization: http.get<string | null>('proxyAuthorization') ?? undefined,
		systemCertificates: http.get('systemCertificates') ?? true,
	};
}
