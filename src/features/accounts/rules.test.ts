import { expect, test } from 'vitest'
import { mayRename, type Me } from './rules.ts'

const [own, other] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']

test.each<[string, Pick<Me, 'role' | 'group'>, string, boolean]>([
  ['an admin can change anyone’s name', { role: 'admin', group: null }, other, true],
  ['a manager can change their own name', { role: 'manager', group: null }, own, true],
  ['a manager can’t change someone else’s name', { role: 'manager', group: null }, other, false],
  ['a parent can change their own name', { role: null, group: 'parents' }, own, true],
  ['a student can’t change their own name', { role: null, group: 'students' }, own, false],
  ['a device has no name to change', { role: null, group: 'devices' }, own, false],
])('%s', (_, me, userId, want) => expect(mayRename({ _id: own, ...me }, userId)).toBe(want))
