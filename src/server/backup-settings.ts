import { resolve } from 'node:path'
import { z } from 'zod'

/** Checksum of bech32, the encoding of age's public keys (BIP 173). It is 1 if no character was mistyped. */
function checksum(values: readonly number[]) {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [at, generator] of generators.entries()) if ((top >> at) & 1) sum ^= generator
  }
  return sum
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** The prefix `age`, as it counts in the checksum. */
const prefix = [...'age'].map((letter) => letter.charCodeAt(0))
const prefixValues = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31)]

/** True for a public key of age, such as `age-keygen` prints. */
export function isRecipient(text: string) {
  const match = /^age1([02-9ac-hj-np-z]{58})$/.exec(text)
  return (
    match !== null &&
    checksum([...prefixValues, ...[...(match[1] ?? '')].map((each) => letters.indexOf(each))]) === 1
  )
}

/** Settings of backups that say who can read them. */
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
  BACKUP_IDENTITY: z.string().optional(),
}
type Given = z.infer<z.ZodObject<typeof backupVariables>>

export type BackupKeys = {
  /** 32 bytes in base64, or a passphrase. Null without one. */
  backupKey: string | null
  /** Public keys for which new backups are encrypted. They take precedence over `backupKey`. */
  backupRecipients: string[]
  /** File with the secret keys that belong to them. Null if it is kept elsewhere, as it should be. */
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
