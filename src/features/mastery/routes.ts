import type { Handlers } from '#server/call.ts'
import type { childSkills, ownPath, skills } from './api.ts'
import {
  answersOfChild,
  answersOfStudent,
  mistakesOfChild,
  mistakesOfClass,
  pathOfSelf,
  skillsOfChild,
  skillsOfClass,
  skillsOfStudent,
} from './mastery.ts'
import { nextOfClass, nextOfStudent } from './proposals.ts'
import { warmUpsOfClass } from './warm-ups.ts'

export const skillsRoutes: Handlers<typeof skills> = {
  ofClass: (call) => skillsOfClass(call, call.input),

  mistakes: (call) => mistakesOfClass(call, call.input),

  nextOfClass: (call) => nextOfClass(call, call.input),

  warmUps: (call) => warmUpsOfClass(call, call.input),

  nextOfStudent: (call) => nextOfStudent(call, call.input),

  ofStudent: (call) => skillsOfStudent(call, call.input),

  answers: (call) => answersOfStudent(call, call.input),
}

export const ownPathRoutes: Handlers<typeof ownPath> = {
  read: (call) => pathOfSelf(call),
}

export const childSkillsRoutes: Handlers<typeof childSkills> = {
  list: (call) => skillsOfChild(call, call.input),

  mistakes: (call) => mistakesOfChild(call, call.input),

  answers: (call) => answersOfChild(call, call.input),
}
