import { expect, test } from 'vitest'
import { landing, mayRename, type Me } from './rules.ts'

const [own, other] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']

test.each<[string, Pick<Me, 'role' | 'group'>, string, boolean]>([
  ['an admin can change anyone’s name', { role: 'admin', group: null }, other, true],
  ['a manager can change their own name', { role: 'manager', group: null }, own, true],
  ['a manager can’t change someone else’s name', { role: 'manager', group: null }, other, false],
  ['a parent can change their own name', { role: null, group: 'parents' }, own, true],
  ['a student can’t change their own name', { role: null, group: 'students' }, own, false],
  ['a device has no name to change', { role: null, group: 'devices' }, own, false],
])('%s', (_, me, userId, want) => expect(mayRename({ _id: own, ...me }, userId)).toBe(want))

test.each<[string, Pick<Me, 'role' | 'group'>, string | null, string]>([
  ['a device lands in the classroom', { role: null, group: 'devices' }, null, '/classroom'],
  ['a student lands on their own page', { role: null, group: 'students' }, null, '/student'],
  ['a parent lands on the children’s page', { role: null, group: 'parents' }, null, '/parent'],
  [
    'an admin lands on the chosen center',
    { role: 'admin', group: null },
    'Maple Street',
    '/centers/Maple%20Street',
  ],
  [
    'a manager lands on the chosen center',
    { role: 'manager', group: null },
    'Maple Street',
    '/centers/Maple%20Street',
  ],
  [
    'an operator without a chosen center lands on the list of centers',
    { role: 'operator', group: null },
    null,
    '/centers',
  ],
  [
    'an editor lands in the material editor',
    { role: 'editor', group: null },
    'Maple Street',
    '/material-editor',
  ],
])('%s', (_, me, centerId, page) => expect(landing(me, centerId)).toBe(page))
