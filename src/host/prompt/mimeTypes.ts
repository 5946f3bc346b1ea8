const types: Readonly<Record<string, string>> = {
	css: 'text/css',
	csv: 'text/csv',
	flac: 'audio/flac',
	gif: 'image/gif',
	html: 'text/html',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	js: 'text/javascript',
	json: 'application/json',
	m4a: 'audio/mp4',
	md: 'text/markdown',
	mjs: 'text/javascript',
	mp3: 'audio/mpeg',
	mp4: 'video/mp4',
	ogg: 'audio/ogg',
	pdf: 'application/pdf',
	png: 'image/png',
	svg: 'image/svg+xml',
	toml: 'application/toml',
	txt: 'text/plain',
	wasm: 'application/wasm',
	wav: 'audio/wav',
	webp: 'image/webp',
	xml: 'application/xml',
	yaml: 'application/yaml',
	yml: 'application/yaml',
	zip: 'application/zip',
};

/** The registered type of files of that name; undefined where there is none, as for most source code. */
export function mimeTypeOfName(name: string): string | undefined {
	const extension = /\.([a-z0-9]+)$/iu.exec(name)?.[1]?.toLowerCase();
	return extension === undefined ? undefined : types[extension];
}
