import { expect, test } from 'vitest'
import { mayRename, type Me } from './rules.ts'

const [own, other] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']

test.each<[string, Pick<Me, 'role' | 'group'>, string, boolean]>([
  ['an admin changes the names of anybody', { role: 'admin', group: null }, other, true],
  ['a manager changes the own name', { role: 'manager', group: null }, own, true],
  ['a manager only reads the name of somebody else', { role: 'manager', group: null }, other, false],
  ['a parent changes the own name', { role: null, group: 'parents' }, own, true],
  ['a student asks the center for another name', { role: null, group: 'students' }, own, false],
  ['a device has no name of its own to change', { role: null, group: 'devices' }, own, false],
])('%s', (_, me, userId, want) => expect(mayRename({ _id: own, ...me }, userId)).toBe(want))
