import { v7 as newId } from 'uuid'
import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  isThereOrNot,
  type Means,
  ownScope,
  type Target,
} from '#tests/example.ts'
import { unsubscribeToken } from '#server/unsubscribe-token.ts'
import { family } from './api.ts'
import { factories } from '#tests/factories.ts'
import { browserKeys } from '#tests/push-target.ts'
import { absences } from './absences/api.ts'
import { makeups } from './makeups/api.ts'
import { familyPickups } from './pickups/api.ts'
import { notifications } from './push/api.ts'
import { texts } from './texts/api.ts'
import { subscriptions } from './subscriptions/api.ts'

const absence = ({ studentId, classId }: Target) => ({ id: studentId, classId, on: '2026-03-10' })

const credit = ({ studentId, creditId }: Target) => ({ id: studentId, creditId })
const seat = (target: Target) => ({ ...credit(target), classId: target.classId, on: '2026-03-10' })

/** Allows parents to book, and returns a class with a free seat. */
const freeSeat = async ({ centerId }: Target, { write }: Means) =>
  await write(async (db) => {
    await db`update centers set makeup_booking = 'direct' where id = ${centerId}`
    return { classId: (await factories(db).klass(centerId, { day: 2, time: '19:00' })).id }
  })

/** Books a make-up, and returns another class with a free seat. */
const booked = async (target: Target, means: Means) => {
  await means.call(makeups.book, { ...seat(target), ...(await freeSeat(target, means)) })
  return await freeSeat(target, means)
}

/** Returns a push subscription as a browser would send it. */
const pushTarget = () => ({ endpoint: `https://push.example.com/${newId()}`, keys: browserKeys().keys })

/** Returns the unsubscribe token from the footer of the center's emails to the parent. */
const linkOfParent = async ({ centerId, parentId }: Target, { write }: Means) => ({
  token: await write((db) => unsubscribeToken(db, { center: centerId, personId: parentId })),
})

/** Status to expect at a center that doesn't let parents book, which is the default. */
const officeBooks = [409]

/** Example calls of the feature's endpoints. */
export const familyExamples: readonly Example[] = [
  ...examplesFor(familyPickups, {
    list: { scopes: allScopes, input: ({ studentId }) => ({ id: studentId }) },
    add: {
      scopes: allScopes,
      input: ({ studentId, centerId }) => ({ id: studentId, centerId, name: 'Nana Okafor' }),
    },
    remove: {
      scopes: allScopes,
      alters: true,
      input: ({ studentId, pickupId }) => ({ id: studentId, pickupId }),
      unversioned: isThereOrNot,
    },
  }),
  ...examplesFor(family, {
    children: { scopes: ownScope, input: () => ({}) },
    centers: { scopes: ownScope, input: () => ({}) },
    child: { scopes: allScopes, input: ({ studentId }) => ({ id: studentId }) },
    changeChild: {
      scopes: allScopes,
      input: ({ studentId }) => ({ id: studentId, avatar: 'fox_face' }),
      changes: () => [{ avatar: 'fox_face' }, { mails: false }],
      managesNobody: 'a parent changes their own child',
    },
    self: { scopes: ownScope, input: () => ({}) },
    change: {
      scopes: ownScope,
      input: () => ({ phone: '555-123-4567' }),
      changes: () => [{ firstName: 'Nia' }, { phone: '+15551234567' }],
    },
  }),
  ...examplesFor(absences, {
    tell: { scopes: allScopes, input: (target) => ({ ...absence(target), reason: 'Sick' }) },
    withdraw: {
      scopes: allScopes,
      input: absence,
      unrecorded: 'The fixture has no reported absence.',
      unversioned: isThereOrNot,
    },
  }),
  ...examplesFor(makeups, {
    list: { scopes: ownScope, input: () => ({}) },
    classes: { scopes: allScopes, input: credit, status: officeBooks },
    book: { scopes: allScopes, input: seat, status: officeBooks, prepare: freeSeat },
    move: { scopes: allScopes, input: seat, status: officeBooks, prepare: booked },
    cancel: {
      scopes: allScopes,
      input: credit,
      status: officeBooks,
      unversioned: isThereOrNot,
      prepare: async (target, means) => {
        await booked(target, means)
        return {}
      },
    },
  }),
  ...examplesFor(notifications, {
    list: { scopes: ownScope, input: () => ({}) },
    add: { scopes: ownScope, input: pushTarget },
    remove: {
      scopes: ownScope,
      input: ({ studentId }) => ({ id: studentId }),
      status: [404],
      unversioned: isThereOrNot,
      prepare: async (_, { call }) => {
        const { body } = await call(notifications.add, pushTarget())
        return { id: body.devices[0]?._id ?? '' }
      },
    },
  }),
  ...examplesFor(texts, {
    read: { scopes: ownScope, input: () => ({}) },
    // The test server sends no text messages.
    begin: {
      scopes: ownScope,
      input: () => ({ phone: '+15551230000' }),
      status: [404],
      notRepeated: 'The fixture sends no text messages. Its own tests do.',
    },
    confirm: {
      scopes: ownScope,
      input: () => ({ code: '000000' }),
      unrecorded: 'There is no number to confirm.',
    },
    end: {
      scopes: ownScope,
      input: () => ({}),
      unrecorded: 'There is no number to forget.',
      unversioned: isThereOrNot,
    },
  }),
  ...examplesFor(subscriptions, {
    link: { scopes: ownScope, status: [404], prepare: linkOfParent, input: () => ({ token: 'unknown' }) },
    end: {
      scopes: ownScope,
      status: [404],
      prepare: linkOfParent,
      input: () => ({ token: 'unknown' }),
    },
    list: { scopes: ownScope, input: () => ({}) },
    choose: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ center: centerId, kind: 'all', wanted: false }),
    },
  }),
]
