import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'ended the weekly goal': 'quitó la meta semanal',
  'set the weekly goal to {questions}': 'fijó la meta semanal en {questions}',
  'reset the weekly goal to the center’s goal': 'volvió a la meta semanal del centro',
  'chose a weekly goal of {questions}': 'eligió una meta semanal de {questions}',
  'No weekly goal.': 'Sin meta semanal.',
  'the center’s goal': 'la meta del centro',
  'set for this student': 'fijada para este estudiante',
  'chosen by the student': 'elegida por el estudiante',
  'Change goal': 'Cambiar la meta',
  'Questions per week': 'Preguntas por semana',
  'Leave empty for the center’s goal ({usual}), or enter 0 for no goal. The student can aim higher.':
    'Deje vacío para usar la meta del centro ({usual}), o escriba 0 para no tener meta. El estudiante puede proponerse más.',
  'Goal saved.': 'Meta guardada.',
}
