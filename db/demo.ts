import { hash } from '@node-rs/argon2'
import { faker } from '@faker-js/faker'
import { factories } from '#tests/factories.ts'
import { avatars } from '#shared/avatars.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { dayAt } from '#server/clock.ts'
import { openDatabase, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { makeCredits } from './demo-credits.ts'
import { demoCourses, manyWays } from './demo-material.ts'
import { putDemoPictures } from './demo-picture.ts'
import { makeProspects } from './demo-prospects.ts'
import { type DemoSection, doHomework, doTests, keepRecords, markPast } from './demo-work.ts'

/**
 * Creates the demo with the tests' factories: two centers, 14 teachers and assistants, 40 classes a week, 160
 * students with parents, eight weeks of attendance, a math and an English course, and work in every state.
 * Runs as a separate process, so that its memory is freed afterward, and ends if its parent process ends.
 */

/** Password of all demo accounts. */
const password = 'practice-makes-progress'
const zone = 'America/New_York'
const weeks = 8
const hours = ['15:30', '16:45', '18:00']

export type DemoStudent = { id: string; centerId: CenterId; level: number }
export type DemoClass = {
  id: string
  centerId: CenterId
  subject: string
  day: number
  level: number
  students: DemoStudent[]
}

type Make = ReturnType<typeof factories>

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T

async function makeMaterial(make: Make) {
  const sections: DemoSection[] = []
  for (const course of demoCourses()) {
    const courseId = await make.course(course)
    for (const [index, level] of course.levels.entries()) {
      const made = await make.level({ courseId, ...level })
      // Past homework uses only questions with numeric answers.
      const practiced = made.filter(({ chapter }) => chapter !== manyWays)
      sections.push(
        ...practiced.map((section) => ({ ...section, level: index + 1, subject: course.subject })),
      )
    }
  }
  return sections
}

/** Creates families with one or two children, so that some parents see several children. */
async function makeFamilies(make: Make, centerId: CenterId, count: number): Promise<DemoStudent[]> {
  const students: DemoStudent[] = []
  while (students.length < count) {
    const lastName = faker.person.lastName()
    const children: { id: string; centerId: string }[] = []
    const from = students.length
    const many = students.length % 7 === 3 && students.length + 1 < count ? 2 : 1
    for (let child = 0; child < many; child += 1) {
      const level = 1 + ((from + child) % 6)
      const student = await make.student(centerId, {
        firstName: faker.person.firstName(),
        lastName,
        avatar: pick(avatars, from + child),
        studentNum: `${centerId.slice(0, 1)}${1001 + from + child}`,
        grade: String(level + 1),
        level: `Math ${level}`,
        email: `${centerId.slice(0, 1).toLowerCase()}${1001 + from + child}@family.example`,
      })
      children.push(student)
      students.push({ id: student.id, centerId, level })
    }
    const phone = `+1${centerId === 'Maple Street' ? 212 : 914}5550${100 + from}`
    await make.parent(children, { firstName: faker.person.firstName(), lastName, phone })
  }
  return students
}

type Seat = { subject: string; day: number; time: string; level: number; teacherId: string }

/**
 * Creates twenty classes a week, spread over all seven days, each with a level, a teacher, five regular
 * students and one student on the waitlist.
 */
async function makeClasses(
  make: Make,
  {
    centerId,
    teachers,
    students,
    from,
  }: { centerId: CenterId; teachers: string[]; students: DemoStudent[]; from: Day },
) {
  const classes: DemoClass[] = []
  for (let index = 0; index < 20; index += 1) {
    const level = 1 + (index % 6)
    const seat: Seat = {
      subject: index % 3 === 2 ? 'English' : 'Math',
      day: index % 7,
      time: pick(hours, Math.floor(index / 7)),
      level,
      teacherId: pick(teachers, index),
    }
    const klass = await make.klass(centerId, {
      ...seat,
      name: `${seat.subject} ${level}`,
      startsOn: from,
      maxSize: 8,
    })
    const peers = students.filter((student) => student.level === level)
    const members = Array.from({ length: 6 }, (_, at) => pick(peers, 4 * Math.floor(index / 6) + at))
    for (const [at, student] of members.entries()) {
      const waits = at === 5
      const place = await make.place(klass, student.id, {
        startsOn: from,
        type: waits ? 'waitlist' : 'regular',
      })
      if (at === 4 && index % 4 === 1)
        await make.pause(place, addDays(from, 7 * weeks - 3), addDays(from, 7 * weeks + 11))
    }
    classes.push({
      id: klass.id,
      centerId,
      subject: seat.subject,
      day: seat.day,
      level,
      students: members.slice(0, 5),
    })
  }
  return classes
}

/**
 * Adds a student to some classes on the next day on which they meet: somebody who makes up a class, comes for
 * the last time, or comes for the first time. The demo thus shows the badges for these cases.
 */
async function makeGuests(
  make: Make,
  { classes, students, today }: { classes: DemoClass[]; students: DemoStudent[]; today: Day },
) {
  for (const [index, klass] of classes.entries()) {
    const on = nextOn(klass.day, today)
    const strangers = students.filter(
      (student) => !klass.students.some(({ id }) => id === student.id) && student.level !== klass.level,
    )
    const [guest, late, newcomer] = [
      pick(strangers, index * 3),
      pick(strangers, index * 3 + 1),
      pick(strangers, index * 3 + 2),
    ]
    if (index % 2 === 0) await make.place(klass, guest.id, { type: 'make-up', startsOn: on, endsOn: on })
    if (index % 5 === 1) await make.place(klass, late.id, { startsOn: addDays(on, -21), endsOn: on })
    if (index % 5 === 2) await make.place(klass, newcomer.id, { startsOn: on, firstClass: true })
  }
}

const nextOn = (day: number, today: Day) => addDays(today, (day - weekday(today) + 7) % 7)

type DemoCenter = { name: string; city: string; phone: string; from: Day }

async function makeCenter(make: Make, { name, city, phone, from }: DemoCenter) {
  const center = await make.center({
    id: name,
    address: faker.location.streetAddress(),
    city,
    state: 'NY',
    zip: '10301',
    phone,
    email: `${name.toLowerCase().replace(' ', '.')}@demo.example`,
    weeklyGoal: 40,
    timeZone: zone,
    makeupBooking: 'confirm',
  })
  const centerId = center.id as CenterId
  const teachers: string[] = []
  for (let each = 0; each < 7; each += 1) {
    const more = {
      firstName: faker.person.firstName(),
      lastName: faker.person.lastName(),
      duty: each < 5 ? ('teacher' as const) : ('assistant' as const),
    }
    const { id } = await make.teacher(centerId, more)
    if (each < 5) teachers.push(id)
  }
  const students = await makeFamilies(make, centerId, 80)
  const classes = await makeClasses(make, { centerId, teachers, students, from })
  return { centerId, students, classes }
}

/**
 * Creates the demo's sign-in accounts, with email addresses such as `manager@demo.example`: an admin, a
 * manager, two operators, an editor, two students and their parent.
 */
async function makeSignIns(make: Make, centers: CenterId[]) {
  const [home, other] = centers as [CenterId, CenterId]
  await make.staff('admin', null, { email: 'admin@demo.example', firstName: 'Ada', lastName: 'Admin' })
  await make.staff('manager', home, { email: 'manager@demo.example', firstName: 'Maya', lastName: 'Chen' })
  const operator = await make.staff('operator', home, {
    email: 'operator@demo.example',
    firstName: 'Omar',
    lastName: 'Reyes',
  })
  await make.staff('editor', null, { email: 'editor@demo.example', firstName: 'Edith', lastName: 'Novak' })
  await make.staff('operator', other, {
    email: 'operator2@demo.example',
    firstName: 'Olga',
    lastName: 'Bauer',
  })
  const student = await make.student(home, {
    email: 'student@demo.example',
    firstName: 'Sam',
    lastName: 'Rivera',
    studentNum: 'M1000',
    avatar: 'fox_face',
    level: 'Math 2',
  })
  const sister = await make.student(home, {
    email: 'student2@demo.example',
    firstName: 'Sofia',
    lastName: 'Rivera',
    studentNum: 'M1099',
    avatar: 'cat_face',
    level: 'Math 4',
  })
  await make.parent([student, sister], {
    email: 'parent@demo.example',
    firstName: 'Pilar',
    lastName: 'Rivera',
  })
  return {
    operatorId: operator.id,
    student: { id: student.id, centerId: home, level: 2 },
    sister: { id: sister.id, centerId: home, level: 4 },
  }
}

async function fill(db: Db, today: Day) {
  const make = factories(db, await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
  const from = addDays(today, -7 * weeks)
  await putDemoPictures(db)
  const sections = await makeMaterial(make)
  const home = await makeCenter(make, {
    name: 'Maple Street',
    city: 'Springfield',
    phone: '+12125550140',
    from,
  })
  const other = await makeCenter(make, {
    name: 'Riverside',
    city: 'Shelbyville',
    phone: '+12125550160',
    from,
  })
  const { operatorId, student, sister } = await makeSignIns(make, [home.centerId, other.centerId])
  for (const klass of home.classes
    .filter(({ level, day }) => level === 2 || day === weekday(today))
    .slice(0, 4)) {
    await make.place(klass, student.id, { startsOn: from })
    klass.students.push(student)
  }
  for (const klass of home.classes.filter(({ level }) => level === 4).slice(0, 2)) {
    await make.place(klass, sister.id, { startsOn: from })
    klass.students.push(sister)
  }
  for (const { classes, students } of [home, other]) await makeGuests(make, { classes, students, today })
  await markPast(db, { classes: [...home.classes, ...other.classes], from, today, by: operatorId })
  await makeCredits(db, { make, student, classes: home.classes, today, by: operatorId })
  const practicing = [student, sister, ...home.students.slice(0, 40), ...other.students.slice(0, 20)]
  await doHomework(db, { students: practicing, sections, by: operatorId, today })
  await doTests(db, { students: practicing, sections, by: operatorId, today })
  await keepRecords(db, { students: [student, sister, ...home.students.slice(0, 40)], by: operatorId, today })
  await makeProspects(db, { make, centerId: home.centerId, classes: home.classes, today, by: operatorId })
  await db`update people set demo = true`
}

/** Database that this process fills. The process's first argument is the date set by `TODAY`, if any. */
const database = openDatabase(process.env['DATABASE_URL'] as string, { pool: 1 })
process.on('disconnect', () => process.exit(1))
// Ctrl-C reaches the whole process group. The parent process decides when to stop.
process.on('SIGINT', () => {})
faker.seed(20_09)
await database.write((db) => fill(db, process.argv[2] ?? dayAt(zone)))
await database.close()
process.exit()
