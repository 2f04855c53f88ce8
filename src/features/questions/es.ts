import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  Undo: 'Deshacer',
  Work: 'Trabajo',
  'This part of the page didn’t load.': 'Esta parte de la página no se cargó.',
  'Continue with the next question and come back to this one later.':
    'Sigue con la pregunta siguiente y vuelve a esta más tarde.',
  'Check your connection and try again.': 'Revisa tu conexión e inténtalo de nuevo.',
  'You can answer without it.': 'Puedes responder sin ella.',
  'the form': 'el formulario',
  'the graph paper': 'el papel cuadriculado',
  'the scratch paper': 'la hoja de borrador',
  'the field': 'el campo',
  'Right answer': 'Respuesta correcta',
  Answer: 'Respuesta',
  Tools: 'Herramientas',
  'Nothing to undo.': 'No hay nada que deshacer.',
  'Nothing to redo.': 'No hay nada que rehacer.',
  Redo: 'Rehacer',
  'Nothing to clear.': 'No hay nada que borrar.',
  Clear: 'Borrar todo',
  'The last step was undone.': 'Se deshizo el último paso.',
  'The step was redone.': 'Se rehízo el paso.',
  'Cleared.': 'Se borró.',
  'Scratch paper, empty': 'Hoja de borrador, vacía',
  'Scratch paper with {strokes}': 'Hoja de borrador con {strokes}',
  'There is no room for more strokes. Undo one or clear the paper to continue.':
    'La hoja está llena. Deshaz un trazo o bórrala para seguir.',
  '{name} in words': '{name} en palabras',
  'Or type your work here': 'O escribe aquí tu procedimiento',
  'Your sentence': 'Tu oración',
  'Words to choose from': 'Palabras para elegir',
  word: 'palabra',
  'Tap the words in order.': 'Toca las palabras en orden.',
  'Your order': 'Tu orden',
  'Items to put in order': 'Elementos para ordenar',
  item: 'elemento',
  'Tap the items in order.': 'Toca los elementos en orden.',
  '{words} is {one} {num}.': '{words}: {one} {num}.',
  '{words} was removed.': 'Se retiró {words}.',
  'Your answer': 'Tu respuesta',
  '{words}, {num} of {of}': '{words}, {num} de {of}',
  'The arrow keys move the {one}. Enter removes it.': 'Flechas para mover ({one}). Enter para retirar.',
  'Write the name first.': 'Primero escribe el nombre.',
  'Name the angle with three points and its vertex in the middle, such as PQR.':
    'Nombra el ángulo con tres puntos y su vértice en el medio, como PQR.',
  'Right.': 'Correcto.',
  'Take another look.': 'Míralo otra vez.',
  'Right, based on your answer to part {num}. If you change that answer, change this one too.':
    'Correcta según tu respuesta a la parte {num}. Si la cambias, cambia esta también.',
  'Follows from the answer to part {num}.': 'Se deduce de la respuesta a la parte {num}.',
  'Follows from the answers to parts {parts} and {last}.':
    'Se deduce de las respuestas a las partes {parts} y {last}.',
  'The letter {letter} doesn’t belong': 'La letra {letter} no va',
  'The letters {letters} and {last} don’t belong': 'Las letras {letters} y {last} no van',
  'Check the lowercase and capital letters.': 'Revisa las mayúsculas y minúsculas.',
  'Don’t write words here.': 'No escribas palabras aquí.',
  '{said} in this answer.{hint}': '{said} en esta respuesta.{hint}',
  'Write it in parentheses with a comma between the numbers, as in (2, 5).':
    'Escríbelo entre paréntesis con una coma entre los números, como (2, 5).',
  'Write decimals with a decimal point, as in 2.5.': 'Escribe los decimales con punto, como 2.5.',
  'There is more than one answer here. Write just one. Use a decimal point, as in 2.5.':
    'Aquí hay más de una respuesta. Escribe solo una. Escribe los decimales con punto, como 2.5.',
  'Write it with both sides and a sign between them, such as =, < or >.':
    'Escríbelo con los dos lados y un signo entre ellos, como =, < o >.',
  'Write only the answer, without signs such as =, < or >.':
    'Escribe solo la respuesta, sin signos como =, < o >.',
  'Right value, but {but}.': 'El valor es correcto, pero {but}.',
  'The constant e = 2.718… doesn’t belong in this answer.':
    'La constante e = 2.718… no va en esta respuesta.',
  'Check the degree sign.': 'Revisa el signo de grados.',
  'This can’t be checked automatically, so a teacher will look at it.':
    'Esto no se puede revisar automáticamente; un maestro lo verá.',
  'This can be read in two ways. Put parentheses around everything below the fraction bar.':
    'Esto se puede leer de dos maneras. Pon entre paréntesis todo lo que va debajo de la línea de fracción.',
  'This can be read in two ways. Put parentheses around what the root or function applies to.':
    'Esto se puede leer de dos maneras. Pon entre paréntesis lo que abarca la raíz o la función.',
  'This can be read in two ways. Put parentheses around the power.':
    'Esto se puede leer de dos maneras. Pon la potencia entre paréntesis.',
  'This can be read in two ways. Put a sign after the power, or parentheses around it.':
    'Esto se puede leer de dos maneras. Pon un signo después de la potencia, o ponla entre paréntesis.',
  'This can be read in two ways. Write ± as one sign, or parentheses around the number with the minus sign.':
    'Esto se puede leer de dos maneras. Escribe ± como un solo signo, o pon entre paréntesis el número con el signo menos.',
  'Your work': 'Tu procedimiento',
  '{label}, part {num}': '{label}, parte {num}',
  'Write a letter first.': 'Primero escribe una letra.',
  'Write a letter, not a number.': 'Escribe una letra, no un número.',
  'Write just one letter.': 'Escribe solo una letra.',
  'Write one letter and nothing else.': 'Escribe una letra y nada más.',
  'Right letter, but check whether it should be a capital.':
    'La letra es correcta, pero revisa si va en mayúscula.',
  'Name the {figure} with two points, such as PQ.':
    'Para nombrar esta figura ({figure}), usa las letras de dos puntos, como PQ.',
  'This should be a {figure}. Take another look at the symbol.':
    'Aquí va otra figura: {figure}. Mira otra vez el símbolo.',
  line: 'recta',
  segment: 'segmento',
  ray: 'semirrecta',
  'Write your answer first.': 'Primero escribe tu respuesta.',
  'A teacher will look at your answer.': 'Un maestro verá tu respuesta.',
  'round it to a whole number': 'redondéalo a un número entero',
  'write it with {places}': 'escríbelo con {places}',
  'write it without the % sign': 'escríbelo sin el signo %',
  'write it as a whole number': 'escríbelo como número entero',
  'write it as a decimal': 'escríbelo como decimal',
  'write it as a fraction': 'escríbelo como fracción',
  'write it as a fraction in lowest terms': 'escríbelo como fracción en su mínima expresión',
  'write it as an improper fraction, with the larger number on top':
    'escríbelo como fracción impropia, con el número mayor arriba',
  'write it as a proper fraction in lowest terms': 'escríbelo como fracción propia en su mínima expresión',
  'write it as a whole number and a fraction in lowest terms':
    'escríbelo como número entero y fracción en su mínima expresión',
  'write it as a percent, with the % sign': 'escríbelo como porcentaje, con el signo %',
  'write it in scientific notation: a number from 1 up to 10, times a power of 10':
    'escríbelo en notación científica: un número de 1 a menos de 10, por una potencia de 10',
  'This question has no right answer to compare with yet, so a teacher will look at it.':
    'Esta pregunta aún no tiene una respuesta correcta con la cual comparar; un maestro la verá.',
  'This is too long to check automatically, so a teacher will look at it.':
    'Esto es demasiado largo para revisarlo automáticamente; un maestro lo verá.',
  'The number below the fraction bar can’t be 0.': 'El número debajo de la línea de fracción no puede ser 0.',
  'Write a number first.': 'Primero escribe un número.',
  'Leave out the currency sign and write only the number.':
    'Quita el signo de moneda y escribe solo el número.',
  'The power of ten isn’t finished.': 'La potencia de diez no está terminada.',
  'Write the number in digits, without words or units.':
    'Escribe el número con cifras, sin palabras ni unidades.',
  'Leave out words, letters and units, and write only the number.':
    'Quita palabras, letras y unidades, y escribe solo el número.',
  'There are two fraction bars. One is enough.': 'Hay dos líneas de fracción. Basta una.',
  'The fraction isn’t finished: write the number below the bar.':
    'La fracción no está terminada: escribe el número debajo de la línea.',
  'The fraction isn’t finished: write the number above the bar.':
    'La fracción no está terminada: escribe el número encima de la línea.',
  'Write the minus sign in front of the whole fraction.':
    'Escribe el signo menos delante de toda la fracción.',
  'Use whole numbers above and below the fraction bar.':
    'Usa números enteros encima y debajo de la línea de fracción.',
  'Write the % sign once, at the end.': 'Escribe el signo % una vez, al final.',
  'The number isn’t finished.': 'El número no está terminado.',
  'There are two signs in front. One is enough.': 'Hay dos signos delante. Basta uno.',
  'There are two decimal points. One is enough.': 'Hay dos puntos decimales. Basta uno.',
  'Leave out the spaces between the digits.': 'Quita los espacios entre las cifras.',
  'Put a comma before each group of three digits, as in 12,500. Use a decimal point, as in 2.5.':
    'Pon una coma antes de cada grupo de tres cifras, como 12,500. Escribe los decimales con punto, como 2.5.',
  'There are two numbers here. Write just one.': 'Aquí hay dos números. Escribe solo uno.',
  'Write the sign in front of the number.': 'Escribe el signo delante del número.',
  'Leave out the parentheses.': 'Quita los paréntesis.',
  'Work it out first, then write just one number.': 'Primero resuélvelo y luego escribe un solo número.',
  'There are too many plus or minus signs in a row.': 'Hay demasiados signos más o menos seguidos.',
  'A number comes right after another number, a letter or a parenthesis. Write the sign between them, or ^ for a power.':
    'Un número va justo después de otro número, una letra o un paréntesis. Escribe el signo entre ellos, o ^ para una potencia.',
  'Two fractions are side by side. Write a sign between them, or put a mixed number in parentheses.':
    'Hay dos fracciones juntas. Escribe un signo entre ellas, o pon el número mixto entre paréntesis.',
  'The power isn’t finished: write the number after ^.':
    'La potencia no está terminada: escribe el número después de ^.',
  'There is nothing between the parentheses.': 'No hay nada entre los paréntesis.',
  'Something is missing at the end.': 'Falta algo al final.',
  'Something is missing. Fill in above and below the bar, or under the root.':
    'Falta algo. Completa encima y debajo de la línea, o dentro de la raíz.',
  'The fraction or root isn’t finished: something is missing in it.':
    'La fracción o la raíz no está terminada: le falta algo.',
  'The root isn’t finished: write what goes under it.':
    'La raíz no está terminada: escribe lo que va dentro.',
  'Write the root with parentheses, such as sqrt(9) or root(3)(8).':
    'Escribe la raíz con paréntesis, como sqrt(9) o root(3)(8).',
  'Write an underscore (_) before the base of a logarithm, as in log_2(8).':
    'Escribe un guion bajo (_) antes de la base del logaritmo, como log_2(8).',
  'Something is missing after {name}.': 'Falta algo después de {name}.',
  'There is a closing parenthesis without an opening one.':
    'Hay un paréntesis que se cierra sin haberse abierto.',
  'Something is missing on one side of the sign in the middle.': 'Falta algo a un lado del signo del medio.',
  'Something is missing next to the = sign.': 'Falta algo junto al signo =.',
  'Something is missing next to a comma.': 'Falta algo junto a una coma.',
  'Write the interval as an inequality, such as 2 ≤ x < 5.':
    'Escribe el intervalo como desigualdad, como 2 ≤ x < 5.',
  'Put a pair in parentheses. Write an interval as an inequality, such as 2 ≤ x ≤ 5.':
    'Pon el par entre paréntesis. Escribe un intervalo como desigualdad, como 2 ≤ x ≤ 5.',
  'Something is missing next to “{join}”.': 'Falta algo junto a “{join}”.',
  'Write a complete equation or inequality on both sides of “and” and “or”.':
    'Escribe una ecuación o desigualdad completa a ambos lados de “and” y “or”.',
  'There is nothing between the braces.': 'No hay nada entre las llaves.',
  'Write “and” or “or” instead of the comma.': 'Escribe “and” u “or” en lugar de la coma.',
  'Write an answer first.': 'Primero escribe una respuesta.',
  'The bar | isn’t closed.': 'La barra | no está cerrada.',
  'A parenthesis isn’t closed.': 'Hay un paréntesis sin cerrar.',
  'There is an empty box: fill it in.': 'Hay un cuadro vacío: complétalo.',
  'Something is missing before a closing parenthesis.': 'Falta algo antes de cerrar un paréntesis.',
  'Something is missing in this answer.': 'Falta algo en esta respuesta.',
  'Choose one of the options.': 'Elige una de las opciones.',
  'Right, but check the capital letters.': 'Correcto, pero revisa las mayúsculas.',
  Graph: 'Gráfica',
  'Tap the graph to add a point.': 'Toca la gráfica para agregar un punto.',
  'Tap two points on the line.': 'Toca dos puntos de la recta.',
  'Tap both endpoints.': 'Toca los dos extremos.',
  'Tap the endpoint, then another point.': 'Toca el extremo y luego otro punto.',
  'Tap the corners in order.': 'Toca los vértices en orden.',
  'Put a point on the graph first.': 'Primero pon un punto en la gráfica.',
  'A line needs two different points.': 'Una recta necesita dos puntos distintos.',
  'A segment needs two different endpoints.': 'Un segmento necesita dos extremos distintos.',
  'A ray needs its endpoint and another point.': 'Una semirrecta necesita su extremo y otro punto.',
  'A shape needs at least three corners.': 'Una figura necesita al menos tres vértices.',
  'Tap the center, then a point on the circle.': 'Toca el centro y luego un punto de la circunferencia.',
  'Tap the vertex, then another point on the parabola.': 'Toca el vértice y luego otro punto de la parábola.',
  'Tap the vertex, then another point on the graph.': 'Toca el vértice y luego otro punto de la gráfica.',
  'Tap a point on the midline, then the next maximum or minimum.':
    'Toca un punto de la línea media y luego el siguiente máximo o mínimo.',
  'Tap two points on the curve.': 'Toca dos puntos de la curva.',
  'Tap two points on the curve, then anywhere on its asymptote.':
    'Toca dos puntos de la curva y luego cualquier lugar de su asíntota.',
  'Tap two points on the boundary, then the side to shade.':
    'Toca dos puntos de la recta límite y luego el lado que se sombrea.',
  'A circle needs its center and a point on it.':
    'Una circunferencia necesita su centro y uno de sus puntos.',
  'A parabola needs its vertex and another point.': 'Una parábola necesita su vértice y otro punto.',
  'The graph needs its vertex and another point.': 'La gráfica necesita su vértice y otro punto.',
  'A wave needs a point on its midline and a maximum or minimum.':
    'Una onda necesita un punto de su línea media y un máximo o mínimo.',
  'The curve needs two different points.': 'La curva necesita dos puntos distintos.',
  'The curve needs two different points and its asymptote.':
    'La curva necesita dos puntos distintos y su asíntota.',
  'A half-plane needs two different points on its boundary and a shaded side.':
    'Un semiplano necesita dos puntos distintos de su recta límite y un lado sombreado.',
  'Put the other point to the left or right of the vertex.':
    'Pon el otro punto a la izquierda o a la derecha del vértice.',
  'Put the other point higher or lower than the vertex.':
    'Pon el otro punto más arriba o más abajo que el vértice.',
  'Put the maximum or minimum to the left or right of the point on the midline.':
    'Pon el máximo o mínimo a la izquierda o a la derecha del punto de la línea media.',
  'Put the maximum or minimum above or below the midline.':
    'Pon el máximo o mínimo arriba o abajo de la línea media.',
  'Put the point for the shaded side next to the line, not on it.':
    'Pon el punto del lado sombreado junto a la recta, no sobre ella.',
  'Put one point to the right of the other, not above it.': 'Pon un punto a la derecha del otro, no arriba.',
  'Put one point higher than the other.': 'Pon un punto más arriba que el otro.',
  'Put both points above the asymptote, or both below it.':
    'Pon los dos puntos arriba de la asíntota, o los dos abajo.',
  Vertex: 'Vértice',
  Midline: 'Línea media',
  'Maximum or minimum': 'Máximo o mínimo',
  Asymptote: 'Asíntota',
  'Shaded side': 'Lado sombreado',
  Boundary: 'Recta límite',
  'Solid line': 'Línea continua',
  'Dashed line': 'Línea punteada',
  'Shade a side': 'Sombrear un lado',
  'Shade the other side': 'Sombrear el otro lado',
  'Put two points on the boundary first.': 'Primero pon dos puntos en la recta límite.',
  'circle with center {center} and radius {radius}': 'circunferencia con centro {center} y radio {radius}',
  'parabola with vertex {vertex} through {point}': 'parábola con vértice {vertex} que pasa por {point}',
  'absolute value graph with vertex {vertex} through {point}':
    'gráfica de valor absoluto con vértice {vertex} que pasa por {point}',
  'sine wave with midline y = {level}, amplitude {amplitude}, period {period}, and a maximum at x = {top}':
    'onda senoidal con línea media y = {level}, amplitud {amplitude}, periodo {period} y un máximo en x = {top}',
  'exponential curve through {first} and {second}': 'curva exponencial que pasa por {first} y {second}',
  'exponential curve through {first} and {second} with asymptote y = {level}':
    'curva exponencial que pasa por {first} y {second}, con asíntota y = {level}',
  'half-plane with dashed boundary through {first} and {second}, shaded toward {side}':
    'semiplano con recta límite punteada que pasa por {first} y {second}, sombreado hacia {side}',
  'half-plane with solid boundary through {first} and {second}, shaded toward {side}':
    'semiplano con recta límite continua que pasa por {first} y {second}, sombreado hacia {side}',
  'Name each point.': 'Pon nombre a cada punto.',
  '{point} at {place}': '{point} en {place}',
  'Arrow keys move it. Delete removes it.': 'Las flechas lo mueven. Delete lo quita.',
  'That’s the maximum number of points.': 'Ese es el número máximo de puntos.',
  'You’ve already added all {most} points.': 'Ya tiene sus {most} puntos.',
  'Add a point': 'Agregar un punto',
  Points: 'Puntos',
  Point: 'Punto',
  at: 'en',
  '{point}, position': '{point}, posición',
  'Remove {point}': 'Quitar {point}',
  'Name of point {num}': 'Nombre del punto {num}',
  'Name of {point}': 'Nombre: {point}',
  '{point} is at {place}.': '{point} está en {place}.',
  '{point} was removed.': 'Se quitó {point}.',
  'Point {label}': 'Punto {label}',
  'Point {num}': 'Punto {num}',
  'Choose every right answer.': 'Elige todas las respuestas correctas.',
  'Choose an answer first.': 'Primero elige una respuesta.',
  'Put all items in order.': 'Ordena todos los elementos.',
  'It’s the other way around.': 'Es al revés.',
  'Write a sentence first.': 'Primero escribe una oración.',
  'Right words, but check the capital letters.': 'Las palabras son correctas, pero revisa las mayúsculas.',
  'Right words, but check the punctuation.': 'Las palabras son correctas, pero revisa la puntuación.',
  'Right words, but check capital letters and punctuation.':
    'Las palabras son correctas, pero revisa las mayúsculas y la puntuación.',
  'These are the right words. Take another look at their order.':
    'Las palabras son correctas. Mira otra vez el orden.',
  questions: 'pregunta|preguntas',
  hints: 'pista|pistas',
  strokes: 'trazo|trazos',
  steps: 'paso|pasos',
  'decimal places': 'cifra decimal|cifras decimales',
  'significant figures': 'cifra significativa|cifras significativas',
  'the keys': 'las teclas',
  'the matrix': 'la matriz',
  'Row {row}, column {column}': 'Fila {row}, columna {column}',
  'Row {row}, column {column}: {reason}': 'Fila {row}, columna {column}: {reason}',
  'Check the number of rows and columns.': 'Revisa el número de filas y columnas.',
  '{label}: {rows} × {columns} matrix': '{label}: matriz de {rows} × {columns} elementos',
  'Size of the matrix': 'Tamaño de la matriz',
  'Rows: {count}': 'Filas: {count}',
  'Columns: {count}': 'Columnas: {count}',
  'Add row': 'Agregar fila',
  'Remove row': 'Quitar fila',
  'Add column': 'Agregar columna',
  'Remove column': 'Quitar columna',
  'At least one is needed.': 'Se necesita al menos una.',
  'That’s the maximum.': 'Es el máximo.',
  'Don’t forget + C.': 'No olvides + C.',
  'Use the letters in the question, plus one more for the constant.':
    'Usa las letras de la pregunta y una más para la constante.',
  'Write an interval or a set first.': 'Primero escribe un intervalo o un conjunto.',
  'Write each endpoint as a number, such as 3, 2.5 or 1/2, or as ∞.':
    'Escribe cada extremo como un número, como 3, 2.5 o 1/2, o como ∞.',
  'Write the smaller endpoint first: −∞ on the left, ∞ on the right.':
    'Escribe primero el extremo menor: −∞ a la izquierda, ∞ a la derecha.',
  'An interval needs two endpoints with a comma between them, as in [1, 4).':
    'Un intervalo necesita dos extremos con una coma entre ellos, como en [1, 4).',
  'Infinity isn’t a number, so put a parenthesis next to it: ( or ).':
    'El infinito no es un número, así que lleva al lado un paréntesis: ( o ).',
  'The endpoints are right, but check which of them are included.':
    'Los extremos son correctos, pero revisa cuáles se incluyen.',
  'Write the unit as well.': 'Escribe también la unidad.',
  'Check the unit.': 'Revisa la unidad.',
  'Mark the numbers on the line first.': 'Primero marca los números en la recta.',
  'Number line': 'Recta numérica',
  'the table': 'la tabla',
  'the number line': 'la recta numérica',
  'the lines': 'las líneas',
  'Write the next line first.': 'Primero escribe la siguiente línea.',
  'Line {num} doesn’t follow from line {before}.': 'La línea {num} no se deduce de la línea {before}.',
  'Every line follows from the one before, but {but}.': 'Cada línea se deduce de la anterior, pero {but}.',
  'Every line follows from the one before, but you aren’t done yet.':
    'Cada línea se deduce de la anterior, pero todavía no terminas.',
  'There is more than one expression here. Write just one.':
    'Aquí hay más de una expresión. Escribe solo una.',
  'Write only an expression, without signs such as =, < or >.':
    'Escribe solo una expresión, sin signos como =, < o >.',
  'Solve it line by line. Write one step on each line.':
    'Resuélvela línea por línea. Escribe un paso en cada línea.',
  'Simplify it line by line. Write one step on each line.':
    'Simplifícala línea por línea. Escribe un paso en cada línea.',
  'Expand it line by line. Write one step on each line.':
    'Desarróllala línea por línea. Escribe un paso en cada línea.',
  'Factor it line by line. Write one step on each line.':
    'Factorízala línea por línea. Escribe un paso en cada línea.',
  'Line {num}': 'Línea {num}',
  'Check line {num}: {reason}': 'Revisa la línea {num}: {reason}',
  'Line {num} added.': 'Se agregó la línea {num}.',
  'Line {num} removed.': 'Se quitó la línea {num}.',
  'Remove line {num}': 'Quitar la línea {num}',
  'That’s the maximum number of lines.': 'Ese es el número máximo de líneas.',
  'Next line': 'Siguiente línea',
  'Follows from the line before.': 'Se deduce de la línea anterior.',
  'Tap the line to add a point.': 'Toca la recta para agregar un punto.',
  'Tap the other endpoint, or an arrow if the interval goes on forever.':
    'Toca el otro extremo, o una flecha si el intervalo sigue sin fin.',
  'Tap an endpoint to include or exclude it. Drag it to move it.':
    'Toca un extremo para incluirlo o excluirlo. Arrástralo para moverlo.',
  'Tap where the interval begins, then where it ends.':
    'Toca donde empieza el intervalo y luego donde termina.',
  'What to mark': 'Qué marcar',
  Interval: 'Intervalo',
  'Add an interval': 'Agregar un intervalo',
  'Points and intervals': 'Puntos e intervalos',
  'That’s the maximum number of points and intervals.': 'Ese es el número máximo de puntos e intervalos.',
  'Arrow keys move it. Enter includes or excludes it. Delete removes it.':
    'Las flechas lo mueven. Enter lo incluye o lo excluye. Delete lo quita.',
  'Point at {place}': 'Punto en {place}',
  'Start of interval {num}: {place}': 'Comienzo del intervalo {num}: {place}',
  'End of interval {num}: {place}': 'Final del intervalo {num}: {place}',
  included: 'incluido',
  'not included': 'no incluido',
  infinity: 'infinito',
  'minus infinity': 'menos infinito',
  'One endpoint is at {place}. Tap the other endpoint.': 'Un extremo está en {place}. Toca el otro extremo.',
  'Removed.': 'Se quitó.',
  'Write the smaller endpoint first.': 'Escribe primero el extremo menor.',
  'There is no number between two equal endpoints.': 'No hay ningún número entre dos extremos iguales.',
  'Write the numbers of a set with commas between them, as in {1, 4}.':
    'Escribe los números de un conjunto con comas entre ellos, como en {1, 4}.',
  'There is nothing next to ∪. Write an interval or a set on each side.':
    'No hay nada al lado de ∪. Escribe un intervalo o un conjunto a cada lado.',
  'Write it as an interval, such as [1, 4), or as a set, such as {1, 4}.':
    'Escríbelo como un intervalo, como [1, 4), o como un conjunto, como {1, 4}.',
  'Write ∪ between two intervals or sets.': 'Escribe ∪ entre dos intervalos o conjuntos.',
  'Begin and end each interval with a bracket or a parenthesis, as in [1, 4), or write a set, as in {1, 4}.':
    'Empieza y termina cada intervalo con un corchete o un paréntesis, como en [1, 4), o escribe un conjunto, como en {1, 4}.',
  'Choose a letter for every item.': 'Elige una letra para cada elemento.',
  'Letters of the groups': 'Letras de los grupos',
  'Partly right.': 'En parte correcto.',
  'the picture': 'la imagen',
  'The picture didn’t load.': 'La imagen no se cargó.',
  'Choose an area first.': 'Primero elige un área.',
  'Choose every right area.': 'Elige todas las áreas correctas.',
  'Mark a point on the picture first.': 'Primero marca un punto en la imagen.',
  'Tap the picture to place your point.': 'Toca la imagen para poner tu punto.',
  'Tap the picture to place up to {most} points.': 'Toca la imagen para poner hasta {most} puntos.',
  'You have placed all {most} points. Remove one to place another.':
    'Ya pusiste los {most} puntos. Quita uno para poner otro.',
  'Point {num}: {place}': 'Punto {num}: {place}',
  '{left}% from the left, {top}% from the top': '{left}% desde la izquierda, {top}% desde arriba',
  'Crosshair: {place}': 'Cruz: {place}',
  'There is no point here.': 'Aquí no hay ningún punto.',
  'Arrow keys move it. Hold Shift to move it farther. Enter places a point. Delete removes one.':
    'Las flechas la mueven, más lejos con Mayús. Intro pone un punto. Supr quita uno.',
  'Remove point {num}': 'Quitar el punto {num}',
}
