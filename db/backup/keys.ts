import { readFileSync } from 'node:fs'
import { Decrypter } from 'age-encryption'
import { type BackupKeys, hasIdentity } from '#server/backup-settings.ts'

/** Keys with which backups are encrypted and read. */
export type Keys = {
  /** 32 bytes in base64, or a passphrase. Used for new files if there are no recipients. */
  key: string | null
  /** Public keys for which new files are encrypted. */
  recipients: readonly string[]
  /** Secret keys with which files are read. */
  identities: readonly string[]
}

/**
 * Reads the secret keys from a file in the format of `age-keygen`: one key per line; lines that start with
 * `#` are comments. Throws an Error that states the reason if the file can't be used.
 */
function identitiesIn(path: string) {
  if (hasIdentity(path))
    throw new Error('The identity must be the path of a file with the secret key, not the key itself.')
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new Error(`The identity file ${path} doesn't exist or can't be read.`)
  }
  const lines = text.split('\n').map((line) => line.trim())
  const found = lines.filter((line) => line !== '' && !line.startsWith('#'))
  try {
    for (const each of found) new Decrypter().addIdentity(each)
  } catch {
    found.length = 0
  }
  if (found.length > 0) return found
  throw new Error(`${path} is not an identity file. It must have lines that begin with AGE-SECRET-KEY-1.`)
}

/** Returns the keys of an installation. Throws an Error if the identity file can't be used. */
export const keysOf = ({ backupKey, backupRecipients, backupIdentity }: BackupKeys): Keys => ({
  key: backupKey,
  recipients: backupRecipients,
  identities: backupIdentity === null ? [] : identitiesIn(backupIdentity),
})
