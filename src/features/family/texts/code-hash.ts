import { createHash } from 'node:crypto'

/** Returns the hash of a code. The hash is valid only for this person and number. */
export const codeHash = (code: string, { personId, phone }: { personId: string; phone: string }) =>
  createHash('sha256').update(`${personId} ${phone} ${code}`).digest()
