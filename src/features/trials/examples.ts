import { v7 as newId } from 'uuid'
import { newToken, sha256 } from '#server/session.ts'
import { type Example, examplesFor, type Means, ownScope, type Target } from '#tests/example.ts'
import { trials } from './api.ts'
import { signTime } from './form-time.ts'

const aMinute = 60_000

const input = () => ({
  parent: { firstName: 'Nadia', lastName: 'Haddad', email: `${newId()}@test.example`, phone: '' },
  child: { firstName: 'Yara', lastName: 'Haddad', grade: '3' },
  subject: 'Math' as const,
  seat: null,
})

/**
 * Switches on the form of the call's center, and resets the limits for requests. Returns the signed time at
 * which the form was opened.
 */
const open = ({ centerId }: Target, { write }: Means) =>
  write(async (db) => {
    await db`update centers set trial_form = true where id = ${centerId}`
    await db`delete from failed_tries where subject like 'trial %'`
    return { issued: await signTime(db, centerId, Date.now() - aMinute) }
  })

/** Stores a request that is waiting for confirmation. */
async function waiting(target: Target, means: Means) {
  await open(target, means)
  const token = newToken()
  const { parent, ...rest } = input()
  await means.write(
    (db) => db`
      insert into trial_requests (center_id, id, asked, token_hash)
      values (${target.centerId}, ${newId()}, ${db.json({ ...rest, parent })}, ${sha256(token)})`,
  )
  return { token }
}

/** Example calls of the feature's endpoints. The form is off unless a call's `prepare` switches it on. */
export const trialsExamples: readonly Example[] = examplesFor(trials, {
  form: { scopes: ownScope, status: [404], input: ({ centerId }) => ({ name: centerId }) },
  ask: {
    scopes: ownScope,
    status: [404],
    prepare: open,
    input: ({ centerId }) => ({ ...input(), name: centerId, issued: 'unknown', consent: true }),
    unrecorded: 'Nobody knows yet who sends it.',
  },
  link: { scopes: ownScope, status: [400], input: () => ({ token: 'unknown' }) },
  confirm: {
    scopes: ownScope,
    status: [400],
    prepare: waiting,
    input: () => ({ token: 'unknown', seat: null }),
  },
})
