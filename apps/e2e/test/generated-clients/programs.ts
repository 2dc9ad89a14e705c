// What each client does: reads two species, logs a catch and reads it again, and asks for one that is not there. Prints
// what came, so that all of them print the same.
export const TYPESCRIPT = `import { CatchesApi, Configuration, ResponseError, SpeciesApi } from './index';

const configuration = new Configuration({
  basePath: process.env['CDS_URL'] + '/api',
  accessToken: process.env['CDS_KEY'],
});
const catches = new CatchesApi(configuration);

const main = async () => {
  const species = await new SpeciesApi(configuration).listSpecies({ perPage: 2 });
  const made = await catches.createCatch({
    newCatch: { species: 'largemouth bass', weightLbs: 8.5, caughtAt: new Date('2026-01-02T03:04:05Z') },
  });
  const read = await catches.getCatch({ id: made.id });
  const absent: unknown = await catches.getCatch({ id: 'catch_01h455vb4pex5vsknk084sn02q' }).catch((error) => error);
  console.log(JSON.stringify({
    species: species.data.length,
    weight: read.weightLbs,
    depthIsAbsent: read.depthFt === null,
    caughtAt: read.caughtAt.getTime(),
    isSame: read.id === made.id,
    absent: absent instanceof ResponseError && absent.response.status,
  }));
};

void main();
`;

export const PYTHON = `import datetime, json, os
from openapi_client import ApiClient, CatchesApi, Configuration, NewCatch, SpeciesApi
from openapi_client.exceptions import NotFoundException

api = ApiClient(Configuration(host=os.environ["CDS_URL"] + "/api", access_token=os.environ["CDS_KEY"]))
catches = CatchesApi(api)
species = SpeciesApi(api).list_species(per_page=2)
caught_at = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
made = catches.create_catch(NewCatch(species="largemouth bass", weight_lbs=8.5, caught_at=caught_at))
read = catches.get_catch(made.id)
try:
    catches.get_catch("catch_01h455vb4pex5vsknk084sn02q")
    absent = None
except NotFoundException as error:
    absent = error.status
print(json.dumps({
    "species": len(species.data),
    "weight": read.weight_lbs,
    "depthIsAbsent": read.depth_ft is None,
    "caughtAt": round(read.caught_at.timestamp() * 1000),
    "isSame": read.id == made.id,
    "absent": absent,
}))
`;

export const GO = `package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"time"

	client "github.com/catch-data/client"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	settings := client.NewConfiguration()
	settings.Servers = client.ServerConfigurations{{URL: os.Getenv("CDS_URL") + "/api"}}
	api := client.NewAPIClient(settings)
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("CDS_KEY"))
	species, _, err := api.SpeciesAPI.ListSpecies(ctx).PerPage(2).Execute()
	check(err)
	wanted := client.NewCatchInput("largemouth bass", 8.5)
	wanted.SetCaughtAt(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	made, _, err := api.CatchesAPI.CreateCatch(ctx).CatchInput(*wanted).Execute()
	check(err)
	read, _, err := api.CatchesAPI.GetCatch(ctx, made.Id).Execute()
	check(err)
	_, absent, _ := api.CatchesAPI.GetCatch(ctx, "catch_01h455vb4pex5vsknk084sn02q").Execute()
	if absent == nil {
		absent = &http.Response{}
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"species":       len(species.Data),
		"weight":        read.WeightLbs,
		"depthIsAbsent": read.DepthFt.Get() == nil,
		"caughtAt":      read.CaughtAt.UnixMilli(),
		"isSame":        read.Id == made.Id,
		"absent":        absent.StatusCode,
	}))
}
`;
