/**
 * Names of files that hold secrets by custom. They are not copied, and not even their hash is recorded, since a short
 * secret can be found by trying: that they changed is seen, and named as what cannot be undone. Pure.
 */
const pattern =
	/^(?:\.env(?:\..+)?|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.npmrc|\.netrc|_netrc|\.pgpass|\.htpasswd|credentials|secrets?\.(?:json|ya?ml|toml))$/iu;
/** Made to be read by everybody, with no secret in them. */
const samples = /^\.env\.(?:example|sample|template|dist|defaults?)$/iu;

/** @param name the last part of a path */
export function isSecretName(name: string): boolean {
	return pattern.test(name) && !samples.test(name);
}
