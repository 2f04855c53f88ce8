import type { CallInput, Contract, Endpoint } from '#shared/contract.ts'
import type { AccountAction } from '#shared/account-permissions.ts'
import type { Kind } from '#shared/permissions.ts'
import type { AccountTarget, Variant } from './account-targets.ts'
import type { Database } from '#server/db.ts'
import type { Caller, World } from './world.ts'

/** Relation between the caller and the record that a call is about. `unknown`: there is no such record. */
export type Scope = 'own' | 'other center' | 'other family' | 'unknown'

/** Ids, one for each kind of record, with which a test makes a call. All of them are in the same scope. */
export type Target = Record<
  | 'today'
  | 'centerId'
  | 'studentId'
  | 'parentId'
  | 'personId'
  | 'invitedId'
  | 'teacherId'
  | 'classId'
  | 'attendanceId'
  | 'placeId'
  | 'breakId'
  | 'creditId'
  | 'testId'
  | 'noteId'
  | 'pickupId'
  | 'homeworkId'
  | 'testWorkId'
  | 'assessmentId'
  | 'essayWorkId'
  | 'essayQuestionId'
  | 'answerId'
  | 'lateId'
  | 'printedPageId'
  | 'deviceId'
  | 'tokenId'
  | 'webhookId'
  | 'deliveryId'
  | 'courseId'
  | 'levelId'
  | 'sectionId'
  | 'questionId'
  | 'testSectionId'
  | 'trashId'
  | 'hintId'
  | 'broughtId'
  | 'importId'
  | 'studentImportId'
  | 'tableImportId'
  | 'requestId'
  | 'email',
  string
> & { chapterNum: number }

/**
 * Outcome of a call: it reaches the record (`done`), responds as if the record didn't exist (`missing`), or
 * returns exactly this status.
 */
export type Outcome = 'done' | 'missing' | number

/** Effect of a call on another person's account, for the test of rights to manage accounts. */
export type Managed<Ask = object> = {
  what: AccountAction
  input: (target: AccountTarget) => Ask
  /** Returns true if the call can find the account, regardless of the caller's rights. */
  finds?: (variant: Variant) => boolean
  /** Set if the test needs students who have a user name but no email address. */
  nameless?: true
  /**
   * Set if the call also succeeds for callers who may not have this effect, but then leaves the account
   * unchanged.
   */
  doneWithout?: true
}

/**
 * Tools for preparing an example's call: a function for other calls by the same caller, the database, and a
 * function that signs in other callers.
 */
export type Means = { call: Caller['call']; write: Database['write']; as: World['as'] }

/** A valid call of one endpoint, and the endpoint's special properties. */
type ExampleOf<Ask> = {
  input: (target: Target) => Ask
  /** Scopes in which to test the call. A call that isn't about a record has only one. */
  scopes: readonly Scope[]
  /**
   * Set if the change would disturb other calls. Each kind of user then makes the call on its own fixture.
   */
  alters?: true
  /** Set if a successful call ends the caller's session. */
  endsSession?: true
  /** Statuses that permitted callers may get, if they aren't the usual ones (see permissions.test.ts). */
  status?: number[]
  /** Outcomes for individual callers, if they differ from the permission table. */
  wants?: Partial<Record<`${Kind} ${Scope}`, Outcome>>
  /**
   * Creates the records, in addition to the fixture, that the call needs to succeed, and returns the changed
   * input fields.
   */
  prepare?: (target: Target, means: Means) => Promise<Partial<Ask>>
  /** Reason why the test of retries can't make this write ten times at once. */
  notRepeated?: string
  /** Reason why this write adds nothing to the history. */
  unrecorded?: string
  /** Reason why the call can change or remove a record without If-Match and still lose nobody's work. */
  unversioned?: string
  /**
   * Returns two changes to different fields, and their combined result if it differs from the input. Required
   * for every PATCH with a version.
   */
  changes?: (target: Target) => readonly [one: Partial<Ask>, other: Partial<Ask>, kept?: object]
  /** Effects of a call that touches another person's account. */
  manages?: readonly Managed<Ask>[]
  /** Reason why a call that changes an account doesn't manage another person's. */
  managesNobody?: string
}

export type Example = ExampleOf<object> & { endpoint: Endpoint }

type ExamplesOf<C extends Contract> = { [N in keyof C]: ExampleOf<CallInput<C[N]>> }

/** Joins the endpoints of a contract with their examples. An endpoint without an example doesn't compile. */
export const examplesFor = <C extends Contract>(contract: C, examples: NoInfer<ExamplesOf<C>>): Example[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    ...((examples as Record<string, ExampleOf<object>>)[name] as ExampleOf<object>),
    endpoint,
  }))

export const allScopes: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']
/** Scopes of calls about a whole center, for which families don't matter. */
export const centerScopes: readonly Scope[] = ['own', 'other center', 'unknown']
/** Scopes of records that belong to no center and no family, such as learning material. */
export const sharedScopes: readonly Scope[] = ['own', 'unknown']
/** Scope of the product's own lists and of records that always belong to the caller. */
export const ownScope: readonly Scope[] = ['own']

export const inCenter = ({ centerId }: Target) => ({ centerId })
export const studentIn = ({ centerId, studentId }: Target) => ({ centerId, studentId })

/** Reasons why some calls need no version. */
export const isThereOrNot = 'It exists or not, and removing it overwrites nothing.'
export const oneAfterAnother = 'States have a fixed order, and repeating a change has no effect.'
