int inner();
