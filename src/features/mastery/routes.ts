import type { Handlers } from '#server/call.ts'
import type { childSkills, skills } from './api.ts'
import {
  answersOfChild,
  answersOfStudent,
  mistakesOfChild,
  mistakesOfClass,
  skillsOfChild,
  skillsOfClass,
  skillsOfStudent,
} from './mastery.ts'

import { nextOfClass, nextOfStudent } from './proposals.ts'

export const skillsRoutes: Handlers<typeof skills> = {
  ofClass: (call) => skillsOfClass(call, call.input),

  mistakes: (call) => mistakesOfClass(call, call.input),

  nextOfClass: (call) => nextOfClass(call, call.input),

  nextOfStudent: (call) => nextOfStudent(call, call.input),

  ofStudent: (call) => skillsOfStudent(call, call.input),

  answers: (call) => answersOfStudent(call, call.input),
}

export const childSkillsRoutes: Handlers<typeof childSkills> = {
  list: (call) => skillsOfChild(call, call.input),

  mistakes: (call) => mistakesOfChild(call, call.input),

  answers: (call) => answersOfChild(call, call.input),
}
