import type { Handlers } from '#server/call.ts'
import type { classroom } from './api.ts'
import { peopleOf, beginClass, classTiles, studentInClass, answersInClass, helpStudent } from './classroom.ts'

export const classroomRoutes: Handlers<typeof classroom> = {
  people: (call) => peopleOf(call),

  begin: (call) => beginClass(call, call.input),

  tiles: (call) => classTiles(call, call.input),

  student: (call) => studentInClass(call, call.input),

  answers: (call) => answersInClass(call, call.input),

  help: (call) => helpStudent(call, call.input),
}
