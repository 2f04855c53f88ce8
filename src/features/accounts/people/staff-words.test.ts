import { expect, test } from 'vitest'
import { mayEnd, needsCenter, stateOf } from './staff-words.ts'

test.each([
  ['a person with a password is shown as active', { invited: false, disabled: false }, 'active'],
  ['a person without a password is shown as invited', { invited: true, disabled: false }, 'invited'],
  ['a closed account is shown as closed', { invited: false, disabled: true }, 'closed'],
  ['a closed account that was never used is shown as closed', { invited: true, disabled: true }, 'closed'],
])('%s', (_, person, want) => expect(stateOf(person)).toBe(want))

test('managers and operators need a center, but admins and editors don’t', () => {
  expect((['admin', 'manager', 'operator', 'editor'] as const).filter(needsCenter)).toEqual([
    'manager',
    'operator',
  ])
})

test('only an admin can remove a manager’s or an admin’s office role', () => {
  const roles = [null, 'operator', 'editor', 'manager', 'admin'] as const
  const decided = (mine: 'admin' | 'manager', duty: 'office' | 'teacher') =>
    roles.filter((role) => mayEnd(mine, { role }, duty))
  expect(decided('manager', 'office')).toEqual([null, 'operator', 'editor'])
  expect(decided('manager', 'teacher')).toEqual(roles)
  expect(decided('admin', 'office')).toEqual(roles)
})
