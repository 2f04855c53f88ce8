import { v7 as newId } from 'uuid'
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
import { factories } from '#tests/factories.ts'
import { absences } from './absence/api.ts'
import { schedules } from './api.ts'
import { breaks } from './breaks/api.ts'
import { calendars } from './calendar/api.ts'
import { settings } from './center-settings/api.ts'
import { classes } from './classes/api.ts'
import { comingClasses } from './coming/api.ts'
import { credits } from './credits/api.ts'
import { days } from './days/api.ts'
import { offers } from './offers/api.ts'
import { tableImports } from './import/api.ts'
import { makeupRequests } from './makeup-requests/api.ts'
import { places } from './places/api.ts'

const pause = ({ centerId, breakId }: Target) => ({ centerId, breakId })
const calendar = ({ centerId, studentId }: Target) => ({ centerId, personId: studentId })
const credit = ({ centerId, creditId }: Target) => ({ centerId, creditId })
const forgetMarks = async ({ centerId }: Target, { write }: Means) => {
  await write((db) => db`delete from attendances where center_id = ${centerId}`)
  return {}
}
const next = '2026-03-10'
const inClass = ({ centerId, classId }: Target) => ({ centerId, classId })
const klass = {
  name: 'Math 6',
  subject: 'Math' as const,
  type: 'REGULAR' as const,
  day: 2,
  time: '16:30',
  minutes: 60,
  maxSize: 20,
  teacherId: null,
  notes: '',
}
const place = ({ centerId, placeId }: Target) => ({ centerId, placeId })

/** Example calls of the feature's endpoints. */
export const scheduleExamples: readonly Example[] = [
  ...examplesFor(schedules, {
    open: { scopes: centerScopes, input: ({ centerId, today }) => ({ centerId, date: today }) },
    day: { scopes: centerScopes, input: ({ centerId, today }) => ({ centerId, scheduleId: today }) },
  }),
  ...examplesFor(breaks, {
    add: {
      scopes: allScopes,
      alters: true,
      input: (target) => ({ ...place(target), startDate: '2026-05-05', endDate: '2026-05-12' }),
    },
    change: {
      scopes: allScopes,
      input: pause,
      changes: () => {
        const [one, other] = [{ startDate: '2026-06-03' }, { endDate: '2026-06-08' }]
        return [one, other, { breaks: [{ ...one, ...other }] }]
      },
    },
    remove: { scopes: allScopes, alters: true, input: pause },
  }),
  ...examplesFor(calendars, {
    feed: { scopes: ownScope, input: () => ({ token: 'unknown' }), status: [404] },
    address: { scopes: allScopes, input: calendar },
    renew: { scopes: allScopes, input: calendar },
    childAddress: { scopes: allScopes, input: ({ studentId }) => ({ id: studentId }) },
    renewChild: { scopes: allScopes, input: ({ studentId }) => ({ id: studentId }) },
  }),
  ...examplesFor(settings, {
    change: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ centerId, city: 'Springfield' }),
      changes: () => [{ city: 'Springfield' }, { zip: '12345' }],
    },
    closures: { scopes: centerScopes, input: inCenter },
    close: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ centerId, date: '2026-07-03', name: 'Holiday' }),
    },
    reopen: {
      scopes: centerScopes,
      alters: true,
      input: ({ centerId }) => ({ centerId, date: '2026-07-03' }),
      unversioned: isThereOrNot,
    },
  }),
  ...examplesFor(classes, {
    list: { scopes: centerScopes, input: inCenter },
    file: { scopes: centerScopes, input: inCenter },
    add: { scopes: centerScopes, input: (target) => ({ ...inCenter(target), ...klass }) },
    replace: { scopes: centerScopes, input: (target) => ({ ...inClass(target), ...klass }) },
    change: {
      scopes: centerScopes,
      input: (target) => ({ ...inClass(target), notes: 'Room 2.' }),
      changes: () => [{ notes: 'Room 2.' }, { name: 'Math 6' }],
    },
    end: {
      scopes: centerScopes,
      alters: true,
      input: (target) => ({ ...inClass(target), from: '2026-03-11' }),
    },
  }),
  ...examplesFor(comingClasses, {
    ofStudent: { scopes: allScopes, input: studentIn },
  }),
  ...examplesFor(credits, {
    ofStudent: { scopes: allScopes, input: studentIn },
    file: { scopes: centerScopes, input: inCenter },
    grant: {
      scopes: allScopes,
      input: (target) => ({
        ...studentIn(target),
        classId: target.classId,
        missedOn: '2026-01-27',
        reason: 'Snow',
      }),
    },
    change: {
      scopes: allScopes,
      input: (target) => ({ ...credit(target), expiresOn: '2026-04-30' }),
      changes: () => {
        const one = { expiresOn: '2026-04-30' }
        return [one, { void: true }, { ...one, state: 'void' }]
      },
    },
    makeups: { scopes: allScopes, input: credit },
    effects: {
      scopes: centerScopes,
      input: ({ centerId, today }) => ({ centerId, date: today, meets: false }),
    },
  }),
  ...examplesFor(absences, {
    meetings: {
      scopes: centerScopes,
      input: ({ centerId, teacherId, today }) => ({ centerId, personId: teacherId, from: today, to: next }),
    },
    cover: {
      scopes: centerScopes,
      alters: true,
      input: ({ centerId, teacherId, classId, today }) => ({
        centerId,
        personId: teacherId,
        meetings: [{ classId, date: today, substituteId: teacherId, version: 0 }],
      }),
    },
  }),
  ...examplesFor(days, {
    list: { scopes: centerScopes, input: ({ centerId, today }) => ({ centerId, from: today, to: today }) },
    change: {
      scopes: centerScopes,
      input: ({ centerId, today, classId }) => ({
        centerId,
        scheduleId: today,
        classes: [{ classId, note: 'Bring rulers.' }],
      }),
      changes: ({ classId, teacherId }) => {
        const note = 'Bring rulers.'
        const kept = { schedules: [{ note, substitute: { id: teacherId } }] }
        return [{ classes: [{ classId, note }] }, { classes: [{ classId, substituteId: teacherId }] }, kept]
      },
    },
    clear: {
      scopes: centerScopes,
      alters: true,
      input: ({ centerId, today }) => ({ centerId, scheduleId: today }),
      prepare: async (target, means) => {
        const { centerId, today, classId } = target
        await forgetMarks(target, means)
        await means.call(days.change, {
          centerId,
          scheduleId: today,
          classes: [{ classId, note: 'Bring rulers.' }],
        })
        return {}
      },
    },
  }),
  ...examplesFor(offers, {
    list: { scopes: centerScopes, input: inCenter },
  }),
  ...examplesFor(makeupRequests, {
    list: { scopes: centerScopes, input: inCenter },
    answer: {
      scopes: allScopes,
      alters: true,
      input: (target) => ({ ...place(target), accept: true }),
      // The call is refused, because the fixture's place is a regular one.
      status: [409],
      prepare: async ({ centerId, studentId, parentId, creditId }, { write }) => ({
        placeId: await write(async (db) => {
          const make = factories(db)
          const evening = await make.klass(centerId, { day: 2, time: '19:00' })
          const guest = { type: 'make-up', startsOn: next, endsOn: next, requestedBy: parentId } as const
          const { id } = await make.place(evening, studentId, guest)
          await db`update credits set place_id = ${id} where center_id = ${centerId} and id = ${creditId}`
          return id
        }),
      }),
    },
  }),
  ...examplesFor(tableImports, {
    start: {
      scopes: centerScopes,
      input: ({ centerId }) => ({
        centerId,
        kind: 'classes',
        csv: `Name,Subject,Day,Time,Seats\n${newId()},Math,Monday,16:00,4\n`,
        dryRun: false,
      }),
      managesNobody: 'adds classes here; staff are added by the call that has an example of its own',
    },
    list: { scopes: centerScopes, input: ({ centerId }) => ({ centerId, kind: 'classes' }) },
    undo: {
      scopes: centerScopes,
      alters: true,
      input: ({ centerId, tableImportId }) => ({ centerId, kind: 'classes', id: tableImportId }),
      managesNobody: 'undoes the center’s own import',
    },
  }),
  ...examplesFor(places, {
    ofStudent: { scopes: allScopes, input: studentIn },
    enroll: {
      scopes: allScopes,
      input: ({ centerId, classId, studentId }) => ({
        centerId,
        classId,
        studentId,
        type: 'waitlist',
        startDate: '2025-06-03',
      }),
      prepare: async ({ centerId }, { write }) => ({
        studentId: (await write((db) => factories(db).student(centerId))).id,
        type: 'regular',
        startDate: next,
      }),
    },
    change: {
      scopes: allScopes,
      input: (target) => ({ ...place(target), firstClass: false }),
      changes: () => [{ firstClass: true }, { endDate: '2026-06-30' }],
    },
    move: {
      scopes: allScopes,
      input: (target) => ({ ...place(target), classId: target.classId, startDate: target.today }),
      prepare: async ({ centerId }, { write }) => {
        const { id } = await write((db) => factories(db).klass(centerId, { day: 2, time: '18:00' }))
        return { classId: id, startDate: next }
      },
    },
    remove: { scopes: allScopes, alters: true, input: place, prepare: forgetMarks },
  }),
]
