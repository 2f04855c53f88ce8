import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  'Warm-up': 'Calentamiento',
  'Your path: {level}': 'Tu camino: {level}',
  '{good} of {of} tests at 90% or more': '{good} de {of} exámenes con 90% o más',
  'You’re past this one': 'Ya pasaste este',
  '{mastered} of {sections} mastered': '{mastered} de {sections} dominadas',
  '90% or more on the test': '90% o más en el examen',
  'You’re here': 'Estás aquí',
  'Next medal': 'Próxima medalla',
  'Worth another look together': 'Para repasar juntos',
  '{name} answered {answer}. The right answer is {right}.':
    '{name} respondió {answer}. La respuesta correcta es {right}.',
  'How to explain it': 'Cómo explicarlo',
  '{work}, question {num}': '{work}, pregunta {num}',
  Skills: 'Habilidades',
  'the skills': 'las habilidades',
  '{mastered} of {sections} mastered so far.': 'Hasta ahora, {mastered} de {sections} dominadas.',
  'New in the last four weeks: {lately}.': 'Nuevo en las últimas cuatro semanas: {lately}.',
  'Next: {next}.': 'Lo que sigue: {next}.',
  'Sections mastered': 'Secciones dominadas',
  Month: 'Mes',
  'Just started': 'Recién empezada',
  'Still learning': 'Aprendiendo',
  'Getting there': 'Casi lista',
  Mastered: 'Dominada',
  'There are fewer than three answers so far.': 'Hay menos de tres respuestas por ahora.',
  'About half of the questions or fewer are right on the first try.':
    'Cerca de la mitad de las preguntas, o menos, salen bien al primer intento.',
  'More than half of the questions are right on the first try.':
    'Más de la mitad de las preguntas salen bien al primer intento.',
  'At least four in five questions are right on the first try, and there are enough answers to be sure.':
    'Al menos cuatro de cada cinco preguntas salen bien al primer intento, y hay respuestas suficientes para estar seguros.',
  ', due for review': ', conviene repasarla',
  'Test:': 'Examen:',
  ', with {hints}': ', con {hints}',
  'Not right{hint}': 'Incorrecta{hint}',
  'Right on the first try{hint}': 'Correcta al primer intento{hint}',
  'Right on try {tries}{hint}': 'Correcta en el intento {tries}{hint}',
  'the answers': 'las respuestas',
  'Based on {answers}. The chance of getting the next question right on the first try is {chance} in 10.':
    'Según {answers}. La próxima pregunta probablemente saldrá bien al primer intento {chance} de cada 10 veces.',
  'What these words mean': 'Qué significan las palabras',
  'Due for review': 'Conviene repasarla',
  'It was mastered a while ago, so a few questions will keep it fresh.':
    'Se dominó hace tiempo, así que unas pocas preguntas ayudarán a no olvidarla.',
  'hint steps': 'paso de la pista|pasos de la pista',
}
