import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { DeleteBoardHandler } from './delete-board.handler.js';

@Controller('v1/leaderboards')
export class DeleteBoardHttp {
  constructor(private readonly handler: DeleteBoardHandler) {}

  @Delete(':id')
  @HttpCode(204)
  delete(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() { accountId }: Caller,
  ): Promise<void> {
    return this.handler.execute({ id, accountId, ifMatch });
  }
}
