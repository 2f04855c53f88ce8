import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/time.ts'
import { checkRows, compare, type ExistingStudent, nearly, type Person, readPerson } from './matching.ts'

const email = (address: string) => [{ email: address, phone: '' }]
const phone = (digits: string) => [{ email: '', phone: digits }]
const person = (name: string, more: Partial<Person> = {}): Person => {
  const [firstName = '', ...rest] = name.split(' ')
  return { studentNum: '', firstName, lastName: rest.join(' '), grade: '', guardians: [], ...more }
}
const mother = email('maria@home.example')

describe('comparing two students', () => {
  test.each<[string, Person, Person, string, string[]]>([
    [
      'the same number',
      person('Ana', { studentNum: '7' }),
      person('Ben', { studentNum: '7' }),
      'exact',
      ['studentNum'],
    ],
    ['no number at all', person('Ana'), person('Ben'), 'none', []],
    [
      'the same name and email',
      person('Ana Lima', { guardians: mother }),
      person('Ana Lima', { guardians: mother }),
      'exact',
      ['email', 'name'],
    ],
    [
      'the same name, and the same email in capitals',
      person('Ana Lima', { guardians: mother }),
      person('Ana Lima', { guardians: email('MARIA@home.example') }),
      'exact',
      ['email', 'name'],
    ],
    [
      'the same name and phone',
      person('Ana Lima', { guardians: phone('+15551234567') }),
      person('Ana Lima', { guardians: phone('+15551234567') }),
      'exact',
      ['phone', 'name'],
    ],
    [
      'the same name and parent, but another grade',
      person('Ana Lima', { grade: '4', guardians: mother }),
      person('Ana Lima', { grade: '5', guardians: mother }),
      'exact',
      ['email', 'name'],
    ],
    [
      'different accents and case',
      person('JOSÉ muñoz', { grade: '4' }),
      person('Jose Munoz', { grade: '4' }),
      'likely',
      ['name+grade'],
    ],
    [
      'special letters without an accent',
      person('Łukasz Straße'),
      person('Lukasz Strasse'),
      'likely',
      ['name'],
    ],
    [
      'extra spaces',
      person('Ana  Maria Lima', { grade: '4' }),
      person('Ana Maria Lima', { grade: '4' }),
      'likely',
      ['name+grade'],
    ],
    [
      'the same name with an unknown grade',
      person('Ana Lima', { grade: '4' }),
      person('Ana Lima'),
      'likely',
      ['name'],
    ],
    [
      'the same name, but another grade',
      person('Ana Lima', { grade: '4' }),
      person('Ana Lima', { grade: '5' }),
      'none',
      [],
    ],
    [
      'one extra letter and a shared parent',
      person('Anna Lima', { guardians: mother }),
      person('Ana Lima', { guardians: mother }),
      'likely',
      ['email', 'similar name'],
    ],
    [
      'one extra letter without a shared parent',
      person('Anna Lima', { grade: '4' }),
      person('Ana Lima', { grade: '4' }),
      'none',
      [],
    ],
    [
      'two extra letters and a shared parent',
      person('Annna Lima', { guardians: mother }),
      person('Ana Lima', { guardians: mother }),
      'none',
      ['email'],
    ],
    ['a nickname', person('Sam Lima', { grade: '4' }), person('Samuel Lima', { grade: '4' }), 'none', []],
    [
      'only a shared parent',
      person('Ana Lima', { guardians: mother }),
      person('Ben Lima', { guardians: mother }),
      'none',
      ['email'],
    ],
    [
      'a phone number too short to be real',
      person('Ana', { guardians: phone('0') }),
      person('Ben', { guardians: phone('0') }),
      'none',
      [],
    ],
  ])('with %s gives the match $3', (_, left, right, match, why) => {
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const verdict = compare(one, other, { within: true })
      expect(verdict.match).toBe(match)
      if (match !== 'none' || why.length > 0) expect(verdict.why).toEqual(why)
    }
  })

  test('students at different centers don’t match by number', () => {
    const seven = { studentNum: '7' }
    expect(compare(person('Ana', seven), person('Ben', seven), { within: false }).match).toBe('none')
  })
})

test.each<[string, string, boolean]>([
  ['ana', 'ana', true],
  ['ana', 'anna', true],
  ['ana', 'an', true],
  ['ana', 'ane', true],
  ['ana', 'na', true],
  ['ana', 'naa', false],
  ['ana', 'annna', false],
  ['ana', 'bna x', false],
  ['', 'a', true],
  ['ab', 'ba', false],
])('%j and %j are at most one letter apart: %s', (left, right, near) => {
  expect([nearly(left, right), nearly(right, left)]).toEqual([near, near])
})

describe('reading a person’s fields', () => {
  const fields = (values: object) =>
    readPerson({ firstName: 'Ana', lastName: '', guardians: [], ...values }, 'US').errors.map(
      ({ field }) => field,
    )
  test.each<[string, object, string[]]>([
    ['only a first name', {}, []],
    ['no first name', { firstName: ' \u200b' }, ['firstName']],
    [
      'names that are too long',
      { firstName: 'x'.repeat(101), lastName: 'x'.repeat(101) },
      ['firstName', 'lastName'],
    ],
    [
      'a number and a grade that are too long',
      { studentNum: '1'.repeat(21), grade: 'x'.repeat(21) },
      ['studentNum', 'grade'],
    ],
    ['a wrong email', { guardians: [{ email: 'a@b.example' }, { email: 'nobody' }] }, ['guardians/1/email']],
    ['a phone number that can’t be read', { guardians: [{ phone: 'call me' }] }, ['guardians/0/phone']],
    ['a phone number far too long', { guardians: [{ phone: '1'.repeat(65) }] }, ['guardians/0/phone']],
  ])('with %s reports errors in $2', (_, values, errors) => {
    expect(fields(values).toSorted()).toEqual(errors.toSorted())
  })

  test('returns their stored form', () => {
    const { person: read } = readPerson(
      {
        firstName: ' Ana<3 ',
        lastName: '',
        guardians: [{ phone: '(555) 123-4567' }],
      },
      'US',
    )
    expect(read).toMatchObject({ firstName: 'Ana&lt;3', guardians: [{ email: '', phone: '+15551234567' }] })
  })
})

describe('checking a batch', () => {
  const known = (id: string, name: string, more: Partial<ExistingStudent> = {}): ExistingStudent => ({
    ...person(name, more),
    id,
    centerId: 'Here',
    ...more,
  })
  const rows = (...people: Person[]) => people.map((each, at) => ({ ref: String(at + 1), person: each }))

  test('lists the best candidate first, and at most ten', () => {
    const many = Array.from({ length: 30 }, (_, at) => known(`likely${at}`, 'Ana Lima'))
    const [verdict] = checkRows(
      rows(person('Ana Lima', { studentNum: '7' })),
      [...many, known('exact', 'Cy', { studentNum: '7' })],
      'Here',
    )
    expect(verdict?.match).toBe('exact')
    expect(verdict?.candidates.map((each) => each.known.id).slice(0, 2)).toEqual(['exact', 'likely0'])
    expect(verdict?.candidates).toHaveLength(10)
  })

  test('marks a row that repeats an earlier one, but not the earlier one', () => {
    const verdicts = checkRows(
      rows(person('Ana Lima', { guardians: mother }), person('Ana Líma', { guardians: mother })),
      [],
      'Here',
    )
    expect(verdicts.map(({ match }) => match)).toEqual(['none', 'exact'])
    expect(verdicts[1]?.sameAs).toEqual([{ ref: '1', match: 'exact', why: ['email', 'name'] }])
  })

  test('finds siblings among known students and in the batch by their shared contacts', () => {
    const sister = known('bea', 'Bea Lima', { guardians: mother })
    const [ana, cy] = checkRows(
      rows(person('Ana Lima', { guardians: mother }), person('Cy Lima', { guardians: mother })),
      [sister],
      'Here',
    )
    expect(ana?.family).toEqual({ students: [sister], refs: ['2'], why: ['email'] })
    expect(cy?.family).toMatchObject({ refs: ['1'] })
    expect([ana?.match, ana?.candidates, cy?.match]).toEqual(['none', [], 'none'])
  })

  test('reveals only that a match exists if it is at another center', () => {
    const there = known('there', 'Ana Lima', {
      centerId: 'There',
      grade: '4',
      studentNum: '7',
      guardians: mother,
    })
    const [same, sibling, number] = checkRows(
      rows(
        person('Ana Lima', { grade: '4' }),
        person('Ben Lima', { guardians: mother }),
        person('Cy', { studentNum: '7' }),
      ),
      [there],
      'Here',
    )
    expect(same).toMatchObject({ match: 'none', candidates: [], family: null, existsElsewhere: true })
    expect([sibling?.existsElsewhere, number?.existsElsewhere]).toEqual([false, false])
    expect(sibling?.family).toBeNull()
  })

  test('takes little time for 2,000 rows with the same phone', () => {
    const all = rows(
      ...Array.from({ length: 2000 }, (_, at) =>
        person(`Student${at} Same`, { guardians: phone('+15551234567') }),
      ),
    )
    expect(cpuMs(() => expect(checkRows(all, [], 'Here')).toHaveLength(2000))).toBeLessThan(1500)
  })
})
