import type { Kind } from './permissions.ts'

/**
 * Rules for managing other people's accounts. The permission table (permissions.ts) decides who may make a
 * call in the first place; this table decides what the call may do to somebody else's account. Every call
 * that touches an account checks it (`mayManage`), and a generated test tries every pair of accounts on every
 * such call. Calls about the caller's own account have the reach `self` in the permission table.
 */

/** Kinds of accounts. `staff` is a teacher or an assistant who has no login. */
export const accountKinds = [
  'admin',
  'manager',
  'operator',
  'editor',
  'staff',
  'students',
  'parents',
] as const
export type AccountKind = (typeof accountKinds)[number]

/**
 * Condition on the account.
 * - `any`: none
 * - `here`: it belongs to at least one center that the caller reaches
 * - `ours`: it belongs only to centers that the caller reaches, and no other center is waiting for its
 *   owner's consent
 * - `unused`: in addition, it has no password and isn't bound to a Google or provider account
 */
export type Condition = 'any' | 'any unused' | 'here' | 'here unused' | 'ours' | 'ours unused'

type Cells = Partial<Record<AccountKind, Condition>>
type Row = Partial<Record<Kind, Cells>>

const each = (kinds: readonly AccountKind[], condition: Condition): Cells =>
  Object.fromEntries(kinds.map((kind) => [kind, condition]))
const withLogin: readonly AccountKind[] = ['admin', 'manager', 'operator', 'editor', 'students', 'parents']
const roles: readonly AccountKind[] = ['admin', 'manager', 'operator', 'editor']
const office = (cells: Cells): Row => ({ manager: cells, operator: cells })

/**
 * Rules by action. A missing entry means that the caller may not take the action: the call returns 404 or
 * 403, or has no effect until the owner consents.
 */
export const accountPermissions = {
  /** Read the account itself: names, email, centers. Only admins can read an admin's. */
  read: {
    admin: each(withLogin, 'any'),
    ...office(each(['manager', 'operator', 'editor', 'students', 'parents'], 'here')),
  },
  /** Change names or picture. */
  rename: { admin: each(withLogin, 'any'), ...office(each(['students', 'parents'], 'ours')) },
  /** Change the name of a teacher or assistant who has no login. */
  renameStaff: { admin: { staff: 'any' }, manager: { staff: 'ours' } },
  /**
   * Change the email address, which gives access to the account. If the account is in use, the change must
   * first be confirmed from the new address.
   */
  readdress: { admin: each(withLogin, 'any'), ...office({ parents: 'ours unused' }) },
  /** Give the account's owner a duty at a center without asking for their consent. */
  employ: { admin: each([...roles, 'staff'], 'any'), manager: each(['operator', 'staff'], 'ours') },
  /** End an office duty, which also signs the person out (unless they are an admin). */
  endOffice: {
    admin: each([...roles, 'staff'], 'any'),
    manager: each(['operator', 'editor', 'staff'], 'here'),
  },
  /** End a teacher's or assistant's duty. */
  endTeaching: { admin: each([...roles, 'staff'], 'any'), manager: each([...roles, 'staff'], 'here') },
  /** Link a child to a parent's account without asking for the parent's consent. */
  link: { admin: { parents: 'any unused' }, ...office({ parents: 'ours unused' }) },
  /** Email the owner a link to choose the first password. */
  invite: { admin: each(withLogin, 'any unused'), ...office(each(['students', 'parents'], 'here unused')) },
  /** Show a password link on screen, for a student without an email address. */
  handOver: { admin: { students: 'any' }, ...office({ students: 'ours' }) },
  /** Read the emails sent to the owner, without the links that give access to the account. */
  readMail: {
    admin: each([...withLogin, 'staff'], 'any'),
    manager: each(['operator', 'students', 'parents'], 'ours'),
  },
  /**
   * See the links in the emails sent to the owner. Anyone who uses such a link to choose an adult's first
   * password gets the same access as the owner, and could consent when another center asks. Students are
   * never asked for consent.
   */
  readLinks: { admin: each([...withLogin, 'staff'], 'any'), manager: { students: 'ours unused' } },
  /** Close and reopen the account. */
  close: { admin: each(withLogin, 'any') },
  /** See where the owner is signed in, and sign them out. */
  sessions: { admin: each(withLogin, 'any') },
  /** See and reset the second factor. */
  factor: { admin: each(withLogin, 'any') },
} satisfies Record<string, Row>

export type AccountAction = keyof typeof accountPermissions

/**
 * Returns the condition under which this kind of caller may take this action on that kind of account, or null
 * if never.
 */
export const accountCondition = (
  operation: AccountAction,
  caller: Kind,
  account: AccountKind,
): Condition | null => (accountPermissions[operation] as Row)[caller]?.[account] ?? null
