import { jest } from '@jest/globals';
import { abuse } from './abuse/abuse.js';
import { Product } from './product.js';
import { story } from './story.js';
import { strangers } from './strangers.js';

// To start the product costs as much as what is asked of it, so that all of these share one. Accounts of their own keep
// them apart; the story comes first, as it counts all catches, and those who abuse the product come last.
jest.setTimeout(300_000);

let product: Product;
const here = (): Product => product;

beforeAll(async () => void (product = await Product.start()));
afterAll(() => product?.stop());

story(here);
strangers(here);
abuse(here);
