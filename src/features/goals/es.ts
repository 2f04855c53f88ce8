import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages. */
export const es: Catalog = {
  'Weekly goal': 'Meta semanal',
  'Your week': 'Tu semana',
  '{done} of {questions} this week': '{done} de {questions} esta semana',
  'You reached your goal for this week!': '¡Lograste tu meta de esta semana!',
  'Goal reached. Anything more is a bonus.': 'Meta lograda. Todo lo demás es extra.',
  'Every question you answer counts, right or wrong.':
    'Cuenta cada pregunta que respondes, salga bien o mal.',
  'Every question {name} answers counts, right or wrong.':
    'Cuenta cada pregunta que {name} responde, salga bien o mal.',
  'Goal reached.': 'Meta lograda.',
  'Change my goal': 'Cambiar mi meta',
  'My weekly goal': 'Mi meta semanal',
  'Questions from Monday to Sunday': 'Preguntas de lunes a domingo',
  'At least {least}': 'Al menos {least}',
  'Your goal can’t be lower than {least} questions.': 'Tu meta no puede bajar de {least} preguntas.',
  'You have no weekly goal.': 'No tienes una meta semanal.',
}
