import { z } from 'zod'
import { get, None, Nothing, patch, post } from '#shared/contract.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { maxQuestions } from './goal.ts'

/**
 * A child's goal for the current week, Monday to Sunday at the center, in questions; 0 for none. `least` is
 * the minimum set by the center or staff. `done` counts the questions that the child answered for the first
 * time this week, right or wrong.
 */
const Goal = record('WeeklyGoal', { questions: z.int(), least: z.int(), done: z.int() })
export type Goal = z.infer<typeof Goal>

/** A goal as shown to its child. `celebrated` is true once the child has seen the celebration. */
const OwnGoal = Goal.extend({ celebrated: z.boolean() })
export type OwnGoal = z.infer<typeof OwnGoal>

/**
 * A goal as shown to staff. `usual` is the center's goal; `set` is the goal that staff set for this child, or
 * null.
 */
const StudentGoal = Goal.extend({ usual: z.int(), set: z.int().nullable() })
export type StudentGoal = z.infer<typeof StudentGoal>

const student = z.object({ centerId: CenterName, studentId: Id })
const path = '/centers/:centerId/students/:studentId/goal'

/** Weekly goals of a center's students. */
export const goals = {
  ofStudent: get(path, { who: 'skills.read', input: student, output: StudentGoal }),
  /** Sets the goal of a student; null for the center's goal, 0 for none. */
  change: patch(path, {
    who: 'students.change',
    input: student.extend({ set: z.int().min(0).max(maxQuestions).nullable() }),
    output: StudentGoal,
  }),
}

/** The student's own goal, at the center where work is assigned to them. */
export const ownGoal = {
  read: get('/student/goal', { who: 'self.read', input: None, output: OwnGoal }),
  /**
   * Chooses a higher goal, or goes back to a lower one. 422 `too_low` below the minimum set by the center or
   * staff, `no_goal` if that minimum is 0.
   */
  change: patch('/student/goal', {
    who: 'self.change',
    input: z.object({ questions: z.int().min(1).max(maxQuestions) }),
    output: OwnGoal,
  }),
  /** Records that the student has seen this week's celebration, so that it is shown only once. */
  celebrate: post('/student/goal/celebration', { who: 'self.change', input: None, output: Nothing }),
}

/** The goal of a parent's child. */
export const childGoal = {
  read: get('/parent/students/:studentId/goal', {
    who: 'children.read',
    input: z.object({ studentId: Id }),
    output: Goal,
  }),
}
