import { v7 as newId } from 'uuid'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { withAllCenters } from '#server/scope.ts'
import type { ParentCells } from './read-file.ts'
import { accountsByEmail, parentsByPhone, putPeople } from './queries.ts'
import { type Account, contactOf, type CurrentValues, knownLink, type PlannedRow } from './plan.ts'

type Contacts = { emails: readonly string[]; phones: readonly string[] }

const byPhone = { group: 'parents', linkable: true, isKnown: true }

/**
 * Returns the accounts of the parents in a file, as a map whose keys are the contacts that identify the
 * parents. If several accounts have the same phone and name, the oldest one is used. Run it with
 * `withAllCenters`, like `accountsByEmail`.
 */
export async function accountsOf(db: Db, center: CenterId, { emails, phones }: Contacts) {
  const [withEmail, withPhone] = await Promise.all([
    accountsByEmail(db, center, emails),
    parentsByPhone(db, center, phones),
  ])
  const all: Account[] = [
    ...withEmail.map((each) => ({ ...each })),
    ...withPhone.map(({ id, ...each }) => ({ ...byPhone, id, contact: contactOf({ ...each, email: '' }) })),
  ]
  return new Map(all.map((each) => [each.contact, each]))
}

type PlannedImport = { plan: readonly PlannedRow[]; current: ReadonlyMap<string, CurrentValues> }

/**
 * Finds or creates the account of every parent in the plan, except parents without an email address who are
 * already linked to the student. Creates accounts sorted by contact, so that two imports don't deadlock.
 * `made` lists the ids of the new accounts.
 */
export async function parentsFor(db: Db, center: CenterId, { plan, current }: PlannedImport) {
  const wanted = new Map<string, ParentCells>()
  for (const { parents, studentId } of plan)
    for (const parent of parents)
      if (!knownLink(parent, current.get(studentId ?? '')?.links ?? [], undefined))
        wanted.set(contactOf(parent), wanted.get(contactOf(parent)) ?? parent)
  const all = [...wanted.values()]
  const contacts = {
    emails: all.map(({ email }) => email.toLowerCase()),
    phones: all.flatMap(({ email, phone }) => (email === '' ? phone : [])),
  }
  const find = () => withAllCenters(db, (reads) => accountsOf(reads, center, contacts))
  const known = await find()
  const added = [...wanted]
    .filter(([contact]) => !known.has(contact))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([contact, { firstName, lastName, email }]) => ({
      contact,
      person: { id: newId(), group: 'parents' as const, firstName, lastName, email: email || null },
    }))
  const made = await putPeople(
    db,
    added.map(({ person }) => person),
  )
  const ids = new Set(made.map(({ id }) => id))
  const accounts = await find()
  // New parents without an email address can't be found in the database until they are linked.
  for (const { contact, person } of added)
    if (person.email === null) accounts.set(contact, { ...byPhone, id: person.id, contact })
  const accountOf = (parent: ParentCells): Account | undefined => {
    const account = accounts.get(contactOf(parent))
    return account && { ...account, linkable: account.linkable || ids.has(account.id) }
  }
  return { made: [...ids], accountOf }
}
