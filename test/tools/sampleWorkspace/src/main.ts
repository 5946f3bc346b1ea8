import { greeting } from './greeting.ts';

console.log(greeting('world'));
