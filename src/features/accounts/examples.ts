import { v7 as newId } from 'uuid'
import {
  accountId,
  type AccountTarget,
  hereAs,
  newAddress,
  parentHere,
  putWaitingEmail,
  renamed,
  studentHere,
  type Variant,
} from '#tests/account-targets.ts'
import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  isThereOrNot,
  type Means,
  ownScope,
  studentIn,
  type Target,
} from '#tests/example.ts'
import { password } from '#tests/factories.ts'
import { accounts } from './api.ts'
import { defaultsApi } from './defaults/api.ts'
import { emailChanges } from './email/api.ts'
import { factor, secondStep } from './factor/api.ts'
import { google } from './google/api.ts'
import { teacherNotes } from './notes/api.ts'
import { outbox } from './outbox/api.ts'
import { oidc } from './oidc/api.ts'
import { passkeySignIn, passkeys } from './passkeys/api.ts'
import { passwords } from './passwords/api.ts'
import { people } from './people/api.ts'
import { consents, requests } from './requests/api.ts'
import { sessions } from './sessions/api.ts'

const names = { firstName: 'Nia', lastName: 'Okafor' }
const address = () => `${newId()}@test.example`
const namesAndFace = { ...renamed, avatar: 'ant' as const }
/** Stores a pending new email address for the account, and returns the token of its link. */
const waiting = ({ personId }: Target, { write }: Means) =>
  write((db) => putWaitingEmail(db, personId)).then((token) => ({ token }))

/** Example calls of the feature's endpoints. */
export const accountsExamples: readonly Example[] = [
  ...examplesFor(accounts, {
    login: {
      scopes: ownScope,
      alters: true,
      input: ({ email }) => ({ email, password }),
      managesNobody: 'their own: a session',
    },
    logout: {
      scopes: ownScope,
      alters: true,
      endsSession: true,
      input: () => ({}),
      notRepeated: 'It ends the session that the key belongs to.',
      managesNobody: 'their own',
    },
    me: { scopes: ownScope, input: () => ({}) },
    user: {
      scopes: allScopes,
      input: ({ personId }) => ({ id: personId }),
      manages: [{ what: 'read', input: accountId }],
    },
    // Students may change only their picture. They get a 403 because `names` differs from their own names.
    change: {
      scopes: allScopes,
      input: ({ personId }) => ({ id: personId, ...names, avatar: 'ant' }),
      wants: { 'students own': 403 },
      manages: [
        { what: 'rename', input: (target) => ({ ...accountId(target), ...namesAndFace }) },
        {
          what: 'readdress',
          input: (target) => ({
            ...accountId(target),
            ...namesAndFace,
            email: newAddress(target),
            currentPassword: password,
          }),
        },
      ],
    },
  }),
  ...examplesFor(defaultsApi, {
    list: { scopes: ownScope, input: () => ({ name: 'avatars' }) },
  }),
  ...examplesFor(emailChanges, {
    link: { scopes: ownScope, input: () => ({ token: 'unknown' }), status: [400] },
    confirm: {
      scopes: ownScope,
      input: () => ({ token: 'unknown' }),
      status: [400],
      prepare: waiting,
      managesNobody: 'anyone with the link that was sent to the new address can call it',
    },
    again: {
      scopes: centerScopes,
      input: ({ personId }) => ({ id: personId }),
      prepare: (...at) => waiting(...at).then(() => ({})),
      manages: [{ what: 'readdress', finds: ({ used }) => used, input: accountId }],
    },
    cancel: {
      scopes: centerScopes,
      alters: true,
      input: ({ personId }) => ({ id: personId }),
      prepare: (...at) => waiting(...at).then(() => ({})),
      unversioned: isThereOrNot,
      manages: [{ what: 'readdress', finds: ({ used }) => used, input: accountId }],
    },
  }),
  ...examplesFor(factor, {
    prepare: { scopes: ownScope, input: () => ({ step: 'unknown' }), status: [401] },
    state: { scopes: ownScope, input: () => ({}) },
    begin: { scopes: ownScope, input: () => ({}) },
    confirm: { scopes: ownScope, input: () => ({ code: '000000' }), status: [403, 429] },
    codes: { scopes: ownScope, input: () => ({}), status: [409] },
    off: { scopes: ownScope, input: () => ({ currentPassword: password, code: '000000' }) },
    of: {
      scopes: allScopes,
      input: ({ invitedId }) => ({ id: invitedId }),
      manages: [{ what: 'factor', input: accountId }],
    },
    reset: {
      scopes: allScopes,
      input: ({ invitedId }) => ({ id: invitedId }),
      prepare: async ({ invitedId }, { write }) => {
        await write(
          (db) =>
            db`insert into second_factors (person_id, secret, confirmed_at) values (${invitedId}, '', now())`,
        )
        return {}
      },
      manages: [{ what: 'factor', input: accountId }],
    },
    reauthenticate: { scopes: ownScope, input: () => ({ password }) },
  }),
  ...examplesFor(secondStep, {
    enter: { scopes: ownScope, input: () => ({ step: 'unknown', code: '123456' }), status: [401, 429] },
  }),
  ...examplesFor(google, {
    enter: { scopes: ownScope, input: () => ({ idToken: 'a.b.c' }), status: [401, 429] },
    options: { scopes: ownScope, input: () => ({}) },
  }),
  ...examplesFor(teacherNotes, {
    one: { scopes: centerScopes, input: ({ centerId, teacherId }) => ({ centerId, personId: teacherId }) },
    change: {
      scopes: centerScopes,
      input: ({ centerId, teacherId }) => ({ centerId, personId: teacherId, notes: 'No early hours.' }),
    },
  }),
  ...examplesFor(outbox, {
    list: { scopes: ownScope, input: () => ({}) },
  }),
  ...examplesFor(passwords, {
    // The caller's own account comes last, because the call ends the session.
    change: {
      scopes: allScopes.toReversed(),
      alters: true,
      input: ({ personId }) => ({
        id: personId,
        currentPassword: password,
        password: 'seven-herons-on-a-roof',
      }),
      endsSession: true,
      unversioned: 'It requires the current password.',
    },
    score: { scopes: ownScope, input: () => ({ password }) },
    recover: {
      scopes: ownScope,
      input: ({ email }) => ({ email }),
      notRepeated: 'It has its own limit of three emails an hour.',
      managesNobody: 'anyone who knows the address can have mail sent to the owner',
    },
    link: { scopes: ownScope, input: () => ({ token: 'unknown' }), status: [400] },
    reset: { scopes: ownScope, input: () => ({ token: 'unknown', password }), status: [400] },
  }),
  ...examplesFor(people, {
    list: { scopes: ownScope, input: () => ({}) },
    invite: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ ...names, role: 'operator', email: address(), centers: [centerId] }),
      managesNobody: 'a new account',
    },
    inviteAgain: {
      scopes: allScopes,
      input: ({ invitedId }) => ({ id: invitedId }),
      manages: [{ what: 'invite', input: accountId }],
    },
    close: {
      scopes: allScopes,
      alters: true,
      input: ({ invitedId }) => ({ id: invitedId, disabled: true }),
      manages: [{ what: 'close', input: (target) => ({ ...accountId(target), disabled: true }) }],
    },
    staff: { scopes: centerScopes, input: inCenter },
    staffFile: { scopes: centerScopes, input: inCenter },
    inviteStaff: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ centerId, ...names, duty: 'teacher' }),
      manages: (['operator', 'teacher', 'assistant'] as const).map((duty) => ({
        what: 'employ' as const,
        // Other tests cover people who already have this duty here, and admins.
        finds: (variant: Variant) =>
          !(duty === 'operator'
            ? hereAs('manager', 'operator', 'editor')(variant)
            : duty === 'teacher' && hereAs('staff', 'admin')(variant)),
        input: ({ here: centerId, email }: AccountTarget) => ({ centerId, ...renamed, duty, email }),
      })),
    },
    changeMember: {
      scopes: centerScopes,
      input: ({ centerId, teacherId }) => ({
        centerId,
        personId: teacherId,
        ...renamed,
        type: 'substitute' as const,
      }),
      manages: [
        {
          what: 'renameStaff',
          finds: hereAs('admin', 'staff'),
          input: ({ here: centerId, id: personId }) => ({
            centerId,
            personId,
            ...renamed,
            type: 'permanent' as const,
          }),
        },
      ],
    },
    endDuty: {
      scopes: centerScopes,
      alters: true,
      input: ({ centerId, teacherId }) => ({ centerId, personId: teacherId, duty: 'teacher' }),
      unversioned: isThereOrNot,
      manages: [
        {
          what: 'endOffice',
          finds: hereAs('manager', 'operator', 'editor'),
          input: ({ here: centerId, id: personId }) => ({ centerId, personId, duty: 'office' }),
        },
        {
          what: 'endTeaching',
          finds: hereAs('admin', 'staff'),
          input: ({ here: centerId, id: personId }) => ({ centerId, personId, duty: 'teacher' }),
        },
      ],
    },
    inviteStudent: {
      scopes: allScopes,
      input: studentIn,
      manages: [
        { what: 'invite', finds: hereAs('students'), input: studentHere },
        { what: 'handOver', finds: hereAs('students'), nameless: true, input: studentHere },
      ],
    },
    inviteParent: {
      scopes: allScopes,
      input: ({ centerId, parentId }) => ({ centerId, parentId }),
      prepare: async ({ parentId }, { write }) => {
        await write((db) => db`update people set password_hash = null where id = ${parentId}`)
        return {}
      },
      manages: [{ what: 'invite', finds: hereAs('parents'), input: parentHere }],
    },
  }),
  ...examplesFor(consents, {
    // The caller has no request to answer, because nobody has sent one. The tests of requests cover answering
    // one.
    answer: {
      scopes: ['unknown'],
      input: ({ requestId }) => ({ id: requestId, accept: true }),
      notRepeated: 'It needs a request to the caller. Its own test responds to one twice.',
      managesNobody: 'their own consent',
    },
  }),
  ...examplesFor(requests, {
    sent: { scopes: centerScopes, input: inCenter },
    withdraw: {
      scopes: allScopes,
      alters: true,
      input: ({ centerId, requestId }) => ({ centerId, id: requestId }),
      unversioned: isThereOrNot,
    },
    mine: { scopes: ownScope, input: () => ({}) },
  }),
  ...examplesFor(oidc, {
    options: { scopes: ownScope, input: () => ({}) },
    begin: { scopes: ownScope, input: () => ({}), status: [404] },
    enter: { scopes: ownScope, input: () => ({ answer: 'code=x', kept: 'x' }), status: [404] },
  }),
  ...examplesFor(passkeySignIn, {
    ask: { scopes: ownScope, input: () => ({}) },
    enter: {
      scopes: ownScope,
      input: () => ({ credentialId: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }),
      status: [401],
    },
  }),
  ...examplesFor(passkeys, {
    list: { scopes: ownScope, input: () => ({}) },
    begin: { scopes: ownScope, input: () => ({}) },
    add: {
      scopes: ownScope,
      input: () => ({ name: 'Phone', credentialId: 'x', clientDataJSON: 'x', attestationObject: 'x' }),
      status: [422],
    },
    rename: {
      scopes: ownScope,
      unversioned: 'A passkey has only a name, and only its owner changes it.',
      input: () => ({ id: newId(), name: 'Phone' }),
      status: [404],
    },
    remove: {
      scopes: ownScope,
      unversioned: 'A passkey has only a name, and only its owner changes it.',
      input: () => ({ id: newId() }),
      status: [404],
    },
  }),
  ...examplesFor(sessions, {
    list: {
      scopes: allScopes,
      input: ({ personId }) => ({ id: personId }),
      manages: [{ what: 'sessions', input: accountId }],
    },
    end: {
      scopes: allScopes,
      alters: true,
      input: ({ personId }) => ({ id: personId }),
      prepare: async ({ invitedId: id }, { as }) => {
        await as({ id, kind: 'operator' })
        return { id }
      },
      manages: [{ what: 'sessions', input: accountId }],
    },
  }),
]
