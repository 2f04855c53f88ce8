import type { Kind } from './permissions.ts'

/**
 * Rules for managing other people's accounts. The permission table (permissions.ts) decides who may make a call at all; this table decides
 * what the call may do to somebody else's account. Every call that touches an account checks it (`mayManage`), and a generated test tries every
 * pair of accounts on every such call. What people do with their own account is `self` in the permission table.
 */

/** Kinds of accounts. `staff` works at a center without an account: a teacher or an assistant who has no login. */
export const accountKinds = ['admin', 'manager', 'operator', 'editor', 'staff', 'students', 'parents'] as const
export type AccountKind = (typeof accountKinds)[number]

/**
 * The condition on the account.
 * - `any`: none
 * - `here`: it belongs to a center that the caller reaches, among others
 * - `ours`: it belongs to centers that the caller reaches and to no other, and no other center waits for its owner's consent
 * - `unused`: and nobody has signed in to it yet
 */
export type Condition = 'any' | 'any unused' | 'here' | 'here unused' | 'ours' | 'ours unused'

type Cells = Partial<Record<AccountKind, Condition>>
type Row = Partial<Record<Kind, Cells>>

const each = (kinds: readonly AccountKind[], condition: Condition): Cells => Object.fromEntries(kinds.map((kind) => [kind, condition]))
const withLogin: readonly AccountKind[] = ['admin', 'manager', 'operator', 'editor', 'students', 'parents']
const roles: readonly AccountKind[] = ['admin', 'manager', 'operator', 'editor']
const office = (cells: Cells): Row => ({ manager: cells, operator: cells })

/** A missing cell means never: the call answers 404 or 403, or waits for the owner's consent. */
export const managing = {
  /** Read the account itself: names, e-mail, centers. An admin's is for admins alone. */
  read: { admin: each(withLogin, 'any'), ...office(each(['manager', 'operator', 'editor', 'students', 'parents'], 'here')) },
  /** Change names or picture. */
  rename: { admin: each(withLogin, 'any'), ...office(each(['students', 'parents'], 'ours')) },
  /** Change the e-mail, which is what the account is opened with. For one in use the new address has to confirm it first. */
  readdress: { admin: each(withLogin, 'any'), ...office({ parents: 'ours unused' }) },
  /** Give a duty at a center without asking the owner. */
  employ: { admin: each([...roles, 'staff'], 'any'), manager: each(['operator', 'staff'], 'ours') },
  /** End a duty in the office, which signs them out, or one as teacher or assistant. */
  endOffice: { admin: each([...roles, 'staff'], 'any'), manager: each(['operator', 'editor', 'staff'], 'here') },
  endTeaching: { admin: each([...roles, 'staff'], 'any'), manager: each([...roles, 'staff'], 'here') },
  /** Link a child without asking the owner. */
  link: { admin: { parents: 'any unused' }, ...office({ parents: 'ours unused' }) },
  /** Mail the owner a link to choose the first password. */
  invite: { admin: each(withLogin, 'any unused'), ...office(each(['students', 'parents'], 'here unused')) },
  /** Get a link for a password on screen, to hand over to a student without e-mail. */
  handOver: { admin: { students: 'any' }, ...office({ students: 'ours' }) },
  /** Read the mail to the owner, without the links that open the account. */
  readMail: { admin: each([...withLogin, 'staff'], 'any'), manager: each(['operator', 'students', 'parents'], 'ours') },
  /**
   * See the links in that mail. Whoever chose the first password of an adult's account has its mailbox, and may answer for the owner when another
   * center asks for consent. Nobody asks students.
   */
  readLinks: { admin: each([...withLogin, 'staff'], 'any'), manager: { students: 'ours unused' } },
  /** Close and reopen. */
  close: { admin: each(withLogin, 'any') },
  /** See where the owner is signed in, and sign them out. */
  sessions: { admin: each(withLogin, 'any') },
  /** See and reset the second factor. */
  factor: { admin: each(withLogin, 'any') },
} satisfies Record<string, Row>

export type Managing = keyof typeof managing

/** The condition under which this kind of caller may do this to that kind of account, or null when never. */
export const condition = (what: Managing, caller: Kind, account: AccountKind): Condition | null =>
  (managing[what] as Row)[caller]?.[account] ?? null
