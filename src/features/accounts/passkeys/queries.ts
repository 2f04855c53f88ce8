import type { Db } from '#server/db.ts'
import { isDemoAccount } from '#server/demo.ts'
import type { Account } from '../queries.ts'
import type { Passkey } from './api.ts'

type PasskeyRow = Omit<Passkey, '_id'> & { id: string; credentialId: Buffer }

const columns = (db: Db) => db`id, name, credential_id, created_at, used_at`

/** Selects the passkeys of a person, oldest first. */
export const passkeyRows = (db: Db, personId: string) => db<PasskeyRow[]>`
  select ${columns(db)} from passkeys where person_id = ${personId} order by created_at, id
`

/** Locks a person whose passkeys are about to change. Returns no row if the account was closed. */
export const holdOwner = (db: Db, personId: string) => db<{ firstName: string; email: string | null }[]>`
  select first_name, email from people where id = ${personId} and disabled_at is null for no key update
`

type NewPasskey = {
  id: string
  personId: string
  name: string
  credentialId: Uint8Array
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

export const putPasskey = (db: Db, key: NewPasskey) => db<PasskeyRow[]>`
  insert into passkeys (id, person_id, name, credential_id, public_key, counter, transports)
  values (${key.id}, ${key.personId}, ${key.name}, ${Buffer.from(key.credentialId)}, ${Buffer.from(key.publicKey)}, ${key.counter}, ${[...key.transports]})
  returning ${columns(db)}
`

type PasskeyKey = { id: string; personId: string }

export const renamePasskey = (db: Db, { id, personId, name }: PasskeyKey & { name: string }) => db<
  PasskeyRow[]
>`
  update passkeys set name = ${name} where id = ${id} and person_id = ${personId} returning ${columns(db)}
`

export const dropPasskey = (db: Db, { id, personId }: PasskeyKey) => db<{ name: string }[]>`
  delete from passkeys where id = ${id} and person_id = ${personId} returning name
`

export type Credential = Account & { publicKey: Buffer; counter: number; transports: string[] }

/** Selects a passkey with its account. Returns no row if the account is a student's or is closed. */
export const credentialOf = (db: Db, credentialId: Buffer) => db<Credential[]>`
  select p.id, p.role, p."group", p.password_hash, ${isDemoAccount(db)} as demo, k.public_key, k.counter::float8 as counter, k.transports
  from passkeys k join people p on p.id = k.person_id
  where k.credential_id = ${credentialId} and p.disabled_at is null and (p.role is not null or p."group" = 'parents')
`

type PasskeyUse = { credentialId: Buffer; before: number; counter: number }

/**
 * Records the use of a passkey. `before` is the counter that was checked. Returns no row if the counter has
 * changed in the meantime.
 */
export const markPasskeyUsed = (db: Db, { credentialId, before, counter }: PasskeyUse) => db`
  update passkeys set counter = ${counter}, used_at = now() where credential_id = ${credentialId} and counter = ${before} returning id
`
