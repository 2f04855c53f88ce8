import { resolve } from 'node:path'
import { bech32 } from '@scure/base'
import { z } from 'zod'

/** Length of a public key in bytes (X25519). */
const keyLength = 32

/** True for a public age key, as printed by `age-keygen`. */
export function isRecipient(text: string) {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text)
    return prefix === 'age' && bytes.length === keyLength
  } catch {
    return false
  }
}

/** True if a text contains a secret age key, which must not be printed. */
export const hasIdentity = (text: string) => /AGE-SECRET-KEY-/i.test(text)

/** Settings that determine who can read the backups. */
export const backupVariables = {
  BACKUP_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_RECIPIENT: z
    .string()
    .transform((text) => text.trim().split(/[\s,]+/))
    .refine(
      (all) => all.every(isRecipient),
      'must be public keys of age that begin with age1, separated by spaces. Make one with: age-keygen -o key.txt (and keep key.txt away from this machine)',
    )
    .default([]),
  BACKUP_IDENTITY: z
    .string()
    .refine(
      (text) => !hasIdentity(text),
      'must be the path of a file with the secret key, not the key itself',
    )
    .optional(),
}
type Given = z.infer<z.ZodObject<typeof backupVariables>>

export type BackupKeys = {
  /** 32 bytes in base64, or a passphrase. Null if there is none. */
  backupKey: string | null
  /** Public keys for which new backups are encrypted. They take precedence over `backupKey`. */
  backupRecipients: string[]
  /** File with the matching secret keys, or null if they are stored elsewhere, as recommended. */
  backupIdentity: string | null
}

export const backupKeysOf = (set: Given): BackupKeys => ({
  backupKey: set.BACKUP_KEY ?? null,
  backupRecipients: set.BACKUP_RECIPIENT,
  backupIdentity: set.BACKUP_IDENTITY ? resolve(set.BACKUP_IDENTITY) : null,
})

/** True if new backups are encrypted. */
export const isBackupEncrypted = ({ backupKey, backupRecipients }: BackupKeys) =>
  backupKey !== null || backupRecipients.length > 0
